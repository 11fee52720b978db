package dev.bascule.models.inputs;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A decoded picture in sRGB, 8 bits a channel, without alpha.
 *
 * @param rgb red, green, blue of each pixel, row by row
 */
@SuppressWarnings("ArrayRecordComponent")
record Pixels(int width, int height, byte[] rgb) {
    private static final int CHANNELS = 3;
    private static final int HEADER = 2 * Integer.BYTES;

    static Pixels of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        byte[] rgb = new byte[Math.multiplyExact(Math.multiplyExact(width, height), CHANNELS)];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int pixel = image.getRGB(x, y);
                rgb[at++] = (byte) (pixel >> 16);
                rgb[at++] = (byte) (pixel >> 8);
                rgb[at++] = (byte) pixel;
            }
        }
        return new Pixels(width, height, rgb);
    }

    int at(int x, int y, int channel) {
        return rgb[(y * width + x) * CHANNELS + channel] & 0xFF;
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEADER + rgb.length)
                .putInt(width)
                .putInt(height)
                .put(rgb)
                .array();
    }

    /** @throws IOException when there are other than as many bytes as it says */
    static Pixels parse(byte[] bytes) throws IOException {
        if (bytes.length < HEADER) {
            throw new IOException("a picture of %d bytes".formatted(bytes.length));
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long width = in.getInt();
        long height = in.getInt();
        if (width < 1 || height < 1 || width * height != (bytes.length - HEADER) / (double) CHANNELS) {
            throw new IOException("%d x %d pixels in %d bytes".formatted(width, height, bytes.length));
        }
        byte[] rgb = new byte[in.remaining()];
        in.get(rgb);
        return new Pixels((int) width, (int) height, rgb);
    }
}
