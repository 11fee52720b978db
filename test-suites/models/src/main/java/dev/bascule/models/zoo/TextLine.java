package dev.bascule.models.zoo;

import java.awt.image.BufferedImage;
import java.util.List;

/**
 * A picture of one line of capital letters and digits, dark on light, with a little grain. The same on every machine.
 *
 * @param text what it says
 * @param upsideDown whether it is turned by half a circle
 * @param seed of the grain
 */
public record TextLine(String text, boolean upsideDown, String seed) {
    public static final int WIDTH = 320;
    public static final int HEIGHT = 48;

    private static final double ADVANCE = StrokeFont.WIDTH + 2;
    private static final double PEN = 0.42;
    private static final int MARGIN = 9;

    /** Upright. */
    public TextLine(String text) {
        this(text, false, text);
    }

    public byte[] png() {
        return SamplePicture.png(image());
    }

    BufferedImage image() {
        List<StrokeFont.Segment> strokes = StrokeFont.line(text, ADVANCE);
        SplitMix grain = SplitMix.named("text-line " + seed);
        double scale = Math.min(
                (HEIGHT - 2.0 * MARGIN) / StrokeFont.HEIGHT, (WIDTH - 2.0 * MARGIN) / (text.length() * ADVANCE));
        double left = (WIDTH / scale - (text.length() * ADVANCE - 2)) / 2;
        double top = (HEIGHT / scale - StrokeFont.HEIGHT) / 2;
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                double px = (x + 0.5) / scale - left;
                double py = (y + 0.5) / scale - top;
                double distance = strokes.stream()
                        .mapToDouble(stroke -> stroke.distance(px, py))
                        .min()
                        .orElse(Double.MAX_VALUE);
                // An edge of one pixel's width.
                double ink = Math.max(0, Math.min(1, (PEN - distance) * scale + 0.5));
                int level = (int) Math.round(235 - 200 * ink + grain.nextFloat() * 12 - 6);
                int at = upsideDown ? WIDTH - 1 - x : x;
                int row = upsideDown ? HEIGHT - 1 - y : y;
                image.setRGB(at, row, level << 16 | level << 8 | level);
            }
        }
        return image;
    }
}
