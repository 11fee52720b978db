package dev.bascule.models.zoo;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture of a page with a few lines of capital letters and digits at places that are known, dark on light, with a little grain.
 * The same on every machine.
 *
 * @param lines from above, 1 to 4 of up to 13 characters
 * @param upsideDown whether the whole page is turned by half a circle
 * @param seed of the places, sizes and grain
 */
public record TextPage(List<String> lines, boolean upsideDown, String seed) {
    public static final int SIZE = 640;
    public static final int MOST_LINES = 4;

    private static final double ADVANCE = StrokeFont.WIDTH + 1.4;
    private static final double PEN = 0.42;
    private static final int MARGIN = 24;

    public TextPage {
        if (lines.isEmpty() || lines.size() > MOST_LINES) {
            throw new IllegalArgumentException("a page has 1 to %d lines".formatted(MOST_LINES));
        }
        lines = List.copyOf(lines);
    }

    /** Where a line stands on the page as it is seen, in pixels. */
    public record Place(double left, double top, double right, double bottom) {
        private Place turned() {
            return new Place(SIZE - right, SIZE - bottom, SIZE - left, SIZE - top);
        }
    }

    private record Line(String text, double left, double top, double scale) {
        private Place place() {
            double ink = PEN * scale;
            double width = (text.length() * ADVANCE - (ADVANCE - StrokeFont.WIDTH)) * scale;
            return new Place(left - ink, top - ink, left + width + ink, top + StrokeFont.HEIGHT * scale + ink);
        }
    }

    /** In the order of the lines. */
    public List<Place> places() {
        return placed().stream()
                .map(Line::place)
                .map(place -> upsideDown ? place.turned() : place)
                .toList();
    }

    private List<Line> placed() {
        SplitMix random = SplitMix.named("text-page places " + seed);
        double slot = (SIZE - 2.0 * MARGIN) / MOST_LINES;
        List<Line> placed = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            double scale = 6 + 1.5 * random.nextFloat();
            double width = lines.get(i).length() * ADVANCE * scale;
            double left = MARGIN + random.nextFloat() * Math.max(0, SIZE - 2.0 * MARGIN - width);
            double top = MARGIN + i * slot + random.nextFloat() * (slot - 2 * StrokeFont.HEIGHT * scale) + 8;
            placed.add(new Line(lines.get(i), left, top, scale));
        }
        return placed;
    }

    public byte[] png() {
        return SamplePicture.png(image());
    }

    BufferedImage image() {
        double[] ink = new double[SIZE * SIZE];
        placed().forEach(line -> write(line, ink));
        SplitMix grain = SplitMix.named("text-page " + seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < ink.length; at++) {
            int level = (int) Math.round(235 - 200 * ink[at] + grain.nextFloat() * 12 - 6);
            int seen = upsideDown ? ink.length - 1 - at : at;
            image.setRGB(seen % SIZE, seen / SIZE, level << 16 | level << 8 | level);
        }
        return image;
    }

    private static void write(Line line, double[] ink) {
        List<StrokeFont.Segment> strokes = StrokeFont.line(line.text(), ADVANCE);
        Place place = line.place();
        for (int y = Math.max(0, (int) place.top() - 1); y < Math.min(SIZE, place.bottom() + 1); y++) {
            for (int x = Math.max(0, (int) place.left() - 1); x < Math.min(SIZE, place.right() + 1); x++) {
                double px = (x + 0.5 - line.left()) / line.scale();
                double py = (y + 0.5 - line.top()) / line.scale();
                double distance = strokes.stream()
                        .mapToDouble(stroke -> stroke.distance(px, py))
                        .min()
                        .orElse(Double.MAX_VALUE);
                // An edge of one pixel's width.
                ink[y * SIZE + x] = Math.max(0, Math.min(1, (PEN - distance) * line.scale() + 0.5));
            }
        }
    }
}
