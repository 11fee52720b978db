package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.models.zoo.StrokeFont;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Pictures of digits, drawn by a pen of our own: each turned, slanted, moved and grown by chance, with grain. Stateless. */
final class Strokes {
    static final String NAME = "strokes";

    private static final int CLASSES = 10;
    private static final int OF_EACH = 300;
    private static final int SIDE = 28;

    private static final double MOST_TURN = 0.3;
    private static final double MOST_SLANT = 0.25;
    private static final double MOST_MOVE = 3;
    private static final double GRAIN = 0.25;

    private Strokes() {}

    static LabelledData data() {
        int count = CLASSES * OF_EACH;
        List<String> digits =
                IntStream.range(0, CLASSES).mapToObj(String::valueOf).toList();
        SplitMix random = SplitMix.named(NAME);
        float[] pixels = new float[count * SIDE * SIDE];
        long[] labels = new long[count];
        for (int each = 0; each < count; each++) {
            labels[each] = each % CLASSES;
            draw(Pen.drawn(digits.get(each % CLASSES), random), random, pixels, each * SIDE * SIDE);
        }
        return Splitting.byClass(
                NAME,
                "generated: %,d digits of straight strokes, %d by %d shares of full ink".formatted(count, SIDE, SIDE),
                digits,
                new Labelled(
                        Tensor.floats(Shape.of(count, 1, SIDE, SIDE), pixels), Tensor.longs(Shape.of(count), labels)),
                OptionalInt.empty());
    }

    private static void draw(Pen pen, SplitMix random, float[] into, int from) {
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double grain = GRAIN * (random.nextFloat() + random.nextFloat() - 1);
                into[from + y * SIDE + x] = (float) Math.max(0, Math.min(1, pen.ink(x + 0.5, y + 0.5) + grain));
            }
        }
    }

    /**
     * How one digit is drawn.
     *
     * @param size pixels to a unit of the font
     * @param width half of a stroke's, in units of the font
     * @param depth of the ink, up to 1
     */
    private record Pen(
            List<StrokeFont.Segment> strokes,
            double cosine,
            double sine,
            double slant,
            double left,
            double top,
            double size,
            double width,
            double depth) {

        static Pen drawn(String digit, SplitMix random) {
            double turn = MOST_TURN * (2 * random.nextFloat() - 1);
            return new Pen(
                    StrokeFont.line(digit, StrokeFont.WIDTH),
                    StrictMath.cos(turn),
                    StrictMath.sin(turn),
                    MOST_SLANT * (2 * random.nextFloat() - 1),
                    SIDE / 2.0 + MOST_MOVE * (2 * random.nextFloat() - 1),
                    SIDE / 2.0 + MOST_MOVE * (2 * random.nextFloat() - 1),
                    2.4 + random.nextFloat(),
                    0.3 + 0.35 * random.nextFloat(),
                    0.6 + 0.4 * random.nextFloat());
        }

        /** At a pixel, with an edge of one pixel's width. */
        double ink(double x, double y) {
            double dx = (x - left) / size;
            double dy = (y - top) / size;
            double py = cosine * dy - sine * dx;
            double px = cosine * dx + sine * dy + slant * py;
            double nearest = Double.MAX_VALUE;
            for (StrokeFont.Segment each : strokes) {
                nearest =
                        Math.min(nearest, each.squaredDistance(px + StrokeFont.WIDTH / 2, py + StrokeFont.HEIGHT / 2));
            }
            return depth * Math.max(0, Math.min(1, (width - Math.sqrt(nearest)) * size + 0.5));
        }
    }
}
