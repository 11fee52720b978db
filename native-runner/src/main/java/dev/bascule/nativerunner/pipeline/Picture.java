package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;

/**
 * A picture at its own size, 8 bits a channel.
 *
 * @param rgb red, green, blue of each pixel, row by row
 */
record Picture(int width, int height, int[] rgb) {

    /**
     * Decodes a PNG or JPEG without converting colours: samples are read from the raster, for
     * {@link BufferedImage#getRGB} would convert grey and profiled images to sRGB. Alpha is dropped.
     */
    static Picture decode(byte[] file) throws RefusedException {
        try {
            BufferedImage image = BoundedImage.read(file)
                    .orElseThrow(() ->
                            new RefusedException("UnknownImageFormat", "the image is not supported: no PNG or JPEG"));
            return of(image);
        } catch (IOException e) {
            throw RefusedException.of(e);
        }
    }

    static Picture of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] rgb = new int[width * height * 3];
        Raster raster = image.getRaster();
        boolean colour = raster.getNumBands() >= 3;
        int[] pixel = new int[raster.getNumBands()];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = (y * width + x) * 3;
                raster.getPixel(x, y, pixel);
                if (image.getColorModel() instanceof IndexColorModel palette) {
                    rgb[at] = palette.getRed(pixel[0]);
                    rgb[at + 1] = palette.getGreen(pixel[0]);
                    rgb[at + 2] = palette.getBlue(pixel[0]);
                } else {
                    for (int channel = 0; channel < 3; channel++) {
                        int band = colour ? channel : 0;
                        rgb[at + channel] =
                                to8Bits(pixel[band], raster.getSampleModel().getSampleSize(band));
                    }
                }
            }
        }
        return new Picture(width, height, rgb);
    }

    private static int to8Bits(int sample, int bits) {
        return bits == 8 ? sample : (int) Math.round(sample * 255.0 / ((1 << bits) - 1));
    }

    int at(int x, int y, int channel) {
        return rgb[(y * width + x) * 3 + channel];
    }
}
