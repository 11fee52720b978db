package dev.bascule.models.zoo;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * A landscape with smooth gradients, hard edges and fine texture: sky, sun, hills, water, and a bascule bridge with its
 * leaves up. Every pixel is computed, so no font, no drawing library and no display is needed. Stateless.
 */
final class SamplePicture {
    static final int WIDTH = 96;
    static final int HEIGHT = 72;

    private static final int HORIZON = 44;
    private static final int DECK = 40;

    private SamplePicture() {}

    static BufferedImage image() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        SplitMix grain = SplitMix.named("sample-picture");
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int noise = (int) (grain.nextFloat() * 9) - 4;
                image.setRGB(x, y, lighten(color(x, y), noise));
            }
        }
        return image;
    }

    static byte[] png() {
        return png(image());
    }

    static byte[] png(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int color(int x, int y) {
        if (isBridge(x, y)) {
            return 0x5A2A27;
        }
        if (y >= HORIZON) {
            double wave = StrictMath.sin(x * 0.7 + y * 1.9) * 14;
            return rgb(30 + wave, 80 + wave + (y - HORIZON), 120 + wave);
        }
        if (y > HORIZON - 9 - 5 * StrictMath.sin(x * 0.11) - 2 * StrictMath.sin(x * 0.43)) {
            return rgb(60 + 0.4 * x, 120 - 0.3 * x, 50);
        }
        int fromSun = (x - 76) * (x - 76) + (y - 14) * (y - 14);
        if (fromSun < 49) {
            return 0xFFE9A0;
        }
        double glow = 60.0 * StrictMath.exp(-fromSun / 300.0);
        return rgb(110 + 1.6 * y + glow, 150 + 1.2 * y + glow, 225 - 0.6 * y);
    }

    /** Two towers, the approaches, and two leaves that rise from the towers towards each other. */
    private static boolean isBridge(int x, int y) {
        boolean tower = ((x >= 30 && x < 35) || (x >= 61 && x < 66)) && y >= 24 && y < 56;
        boolean approach = (x < 30 || x >= 66) && y >= DECK && y < DECK + 3;
        int fromTower = StrictMath.min(x - 35, 60 - x);
        boolean leaf = fromTower >= 0 && fromTower < 11 && StrictMath.abs(y - (DECK - fromTower)) <= 1;
        return tower || approach || leaf;
    }

    private static int lighten(int color, int by) {
        return rgb((color >> 16 & 0xFF) + by, (color >> 8 & 0xFF) + by, (color & 0xFF) + by);
    }

    private static int rgb(double red, double green, double blue) {
        return level(red) << 16 | level(green) << 8 | level(blue);
    }

    private static int level(double value) {
        return (int) StrictMath.max(0, StrictMath.min(255, value));
    }
}
