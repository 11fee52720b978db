package dev.bascule.models.zoo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Capital letters and digits as strokes of a pen, on a grid 4 wide and 6 high, from the top left. So that a picture of text is the
 * same on every machine, fonts or none. Stateless.
 */
public final class StrokeFont {
    public static final double WIDTH = 4;
    public static final double HEIGHT = 6;

    private static final String ROUND = "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0";

    /** Strokes divided by {@code |}, points by blanks. */
    private static final Map<Character, String> GLYPHS = Map.ofEntries(
            Map.entry('A', "0,6 2,0 4,6|.7,4 3.3,4"),
            Map.entry('B', "0,0 0,6 3,6 4,5 4,4 3,3 0,3|0,0 3,0 3.8,.8 3.8,2.2 3,3"),
            Map.entry('C', "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5"),
            Map.entry('D', "0,0 0,6 2.5,6 4,4.5 4,1.5 2.5,0 0,0"),
            Map.entry('E', "4,0 0,0 0,6 4,6|0,3 3,3"),
            Map.entry('F', "4,0 0,0 0,6|0,3 3,3"),
            Map.entry('G', "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2.5,3"),
            Map.entry('H', "0,0 0,6|4,0 4,6|0,3 4,3"),
            Map.entry('I', "2,0 2,6|1,0 3,0|1,6 3,6"),
            Map.entry('J', "4,0 4,5 3,6 1,6 0,5"),
            Map.entry('K', "0,0 0,6|4,0 0,3.5|1.3,2.6 4,6"),
            Map.entry('L', "0,0 0,6 4,6"),
            Map.entry('M', "0,6 0,0 2,3 4,0 4,6"),
            Map.entry('N', "0,6 0,0 4,6 4,0"),
            Map.entry('O', ROUND),
            Map.entry('P', "0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2"),
            Map.entry('Q', ROUND + "|2.5,4.5 4,6"),
            Map.entry('R', "0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2|2,3.2 4,6"),
            Map.entry('S', "4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5"),
            Map.entry('T', "0,0 4,0|2,0 2,6"),
            Map.entry('U', "0,0 0,5 1,6 3,6 4,5 4,0"),
            Map.entry('V', "0,0 2,6 4,0"),
            Map.entry('W', "0,0 1,6 2,2 3,6 4,0"),
            Map.entry('X', "0,0 4,6|4,0 0,6"),
            Map.entry('Y', "0,0 2,3 4,0|2,3 2,6"),
            Map.entry('Z', "0,0 4,0 0,6 4,6"),
            Map.entry('0', "1.2,0 2.8,0 3.6,1.2 3.6,4.8 2.8,6 1.2,6 .4,4.8 .4,1.2 1.2,0"),
            Map.entry('1', "1,1 2,0 2,6|1,6 3,6"),
            Map.entry('2', "0,1 1,0 3,0 4,1 4,2 0,6 4,6"),
            Map.entry('3', "0,.5 1,0 3,0 4,1 4,2 3,3 1.5,3|3,3 4,4 4,5 3,6 1,6 0,5.5"),
            Map.entry('4', "3,6 3,0 0,4 4,4"),
            Map.entry('5', "4,0 .5,0 0,2.7 1,2.3 3,2.3 4,3.3 4,5 3,6 1,6 0,5.2"),
            Map.entry('6', "3.5,0 1.5,.8 0,3 0,5 1,6 3,6 4,5 4,3.8 3,2.8 1,2.8 0,3.8"),
            Map.entry('7', "0,0 4,0 1.5,6"),
            Map.entry('8', "1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3"),
            Map.entry('9', ".5,6 2.5,5.2 4,3 4,1 3,0 1,0 0,1 0,2.2 1,3.2 3,3.2 4,2.2"));

    private StrokeFont() {}

    /** A straight piece of a stroke. */
    public record Segment(double fromX, double fromY, double toX, double toY) {

        /** From a point to the nearest of its own. */
        double distance(double x, double y) {
            double at = nearest(x, y);
            return Math.hypot(x - fromX - at * (toX - fromX), y - fromY - at * (toY - fromY));
        }

        /** The square of the same, without a root for each. */
        public double squaredDistance(double x, double y) {
            double at = nearest(x, y);
            double dx = x - fromX - at * (toX - fromX);
            double dy = y - fromY - at * (toY - fromY);
            return dx * dx + dy * dy;
        }

        /** Where it is nearest to a point: 0 at its beginning, 1 at its end. */
        private double nearest(double x, double y) {
            double dx = toX - fromX;
            double dy = toY - fromY;
            double along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy);
            return Math.max(0, Math.min(1, along));
        }

        private Segment moved(double x) {
            return new Segment(fromX + x, fromY, toX + x, toY);
        }
    }

    /**
     * The strokes of a line of text.
     *
     * @param advance from one letter's left to the next one's
     * @throws IllegalArgumentException for a character that it does not have
     */
    public static List<Segment> line(String text, double advance) {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            double left = i * advance;
            glyph(text.charAt(i)).forEach(segment -> segments.add(segment.moved(left)));
        }
        return segments;
    }

    private static List<Segment> glyph(char letter) {
        if (letter == ' ') {
            return List.of();
        }
        String strokes = GLYPHS.get(letter);
        if (strokes == null) {
            throw new IllegalArgumentException("there is no letter '%s'".formatted(letter));
        }
        List<Segment> segments = new ArrayList<>();
        for (String stroke : strokes.split("\\|", -1)) {
            String[] points = stroke.split(" ", -1);
            for (int i = 1; i < points.length; i++) {
                String[] from = points[i - 1].split(",", -1);
                String[] to = points[i].split(",", -1);
                segments.add(new Segment(
                        Double.parseDouble(from[0]),
                        Double.parseDouble(from[1]),
                        Double.parseDouble(to[0]),
                        Double.parseDouble(to[1])));
            }
        }
        return segments;
    }
}
