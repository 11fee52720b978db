package dev.bascule.studies.media;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a still picture as YUV4MPEG2, which is what Chromium takes for a camera: 4:2:0, and BT.601's matrix in the limited range, as
 * the format's readers understand it. Stateless.
 */
public final class Y4mFile {
    private Y4mFile() {}

    /**
     * @param picture of even sides
     * @param frames how often it is there; a reader begins anew at the end
     */
    public static byte[] of(Rgb picture, int frames, int framesPerSecond) {
        if (picture.width() % 2 != 0 || picture.height() % 2 != 0) {
            throw new IllegalArgumentException("a picture of 4:2:0 has even sides");
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes("YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n"
                .formatted(picture.width(), picture.height(), framesPerSecond)
                .getBytes(StandardCharsets.US_ASCII));
        byte[] planes = planes(picture);
        for (int frame = 0; frame < frames; frame++) {
            file.writeBytes("FRAME\n".getBytes(StandardCharsets.US_ASCII));
            file.writeBytes(planes);
        }
        return file.toByteArray();
    }

    private static byte[] planes(Rgb picture) {
        int width = picture.width();
        int height = picture.height();
        byte[] planes = new byte[width * height * 3 / 2];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                planes[y * width + x] = (byte) luma(picture.at(x, y, 0), picture.at(x, y, 1), picture.at(x, y, 2));
            }
        }
        int blueAt = width * height;
        int redAt = blueAt + blueAt / 4;
        for (int y = 0; y < height; y += 2) {
            for (int x = 0; x < width; x += 2) {
                double r = mean(picture, x, y, 0);
                double g = mean(picture, x, y, 1);
                double b = mean(picture, x, y, 2);
                int at = (y / 2) * (width / 2) + x / 2;
                planes[blueAt + at] = (byte) Math.round(128 - 0.148223 * r - 0.290993 * g + 0.439216 * b);
                planes[redAt + at] = (byte) Math.round(128 + 0.439216 * r - 0.367788 * g - 0.071427 * b);
            }
        }
        return planes;
    }

    private static long luma(int r, int g, int b) {
        return Math.round(16 + 0.256788 * r + 0.504129 * g + 0.097906 * b);
    }

    private static double mean(Rgb picture, int x, int y, int colour) {
        return (picture.at(x, y, colour)
                        + picture.at(x + 1, y, colour)
                        + picture.at(x, y + 1, colour)
                        + picture.at(x + 1, y + 1, colour))
                / 4.0;
    }
}
