package dev.bascule.studies.media;

/**
 * A picture of 8 bits a colour.
 *
 * @param bytes red, green and blue of each pixel, row by row
 */
public record Rgb(int width, int height, byte[] bytes) {
    static final int COLOURS = 3;

    public Rgb {
        if (width < 1 || height < 1 || bytes.length != width * height * COLOURS) {
            throw new IllegalArgumentException(
                    "%d bytes are no picture of %d x %d".formatted(bytes.length, width, height));
        }
    }

    int at(int x, int y, int colour) {
        return bytes[(y * width + x) * COLOURS + colour] & 0xFF;
    }

    /** Where each pixel and colour of another picture comes from. */
    @FunctionalInterface
    interface Source {
        int at(int x, int y, int colour);
    }

    static Rgb of(int width, int height, Source source) {
        byte[] bytes = new byte[width * height * COLOURS];
        for (int i = 0; i < bytes.length; i++) {
            int pixel = i / COLOURS;
            bytes[i] = (byte) source.at(pixel % width, pixel / width, i % COLOURS);
        }
        return new Rgb(width, height, bytes);
    }

    double mean() {
        long sum = 0;
        for (byte value : bytes) {
            sum += value & 0xFF;
        }
        return (double) sum / bytes.length;
    }
}
