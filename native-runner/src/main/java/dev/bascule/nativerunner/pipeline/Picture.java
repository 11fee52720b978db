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
     * {@link BufferedImage#getRGB} would convert grey and profiled images to sRGB. Turned as its EXIF data say.
     */
    static Picture decode(byte[] file) throws RefusedException {
        PictureFile picture = PictureFile.of(file);
        try {
            BufferedImage image = BoundedImage.read(picture.plain())
                    .orElseThrow(() -> PictureFile.damaged("no decoder takes it for an image"));
            requireOpaque(image);
            return of(image).upright(picture.orientation());
        } catch (IOException e) {
            throw PictureFile.damaged(String.valueOf(e.getMessage()));
        }
    }

    static RefusedException transparent() {
        return new RefusedException(
                "TransparentImage", "the image has transparent pixels; flatten it on a background first");
    }

    /** A page's canvas cannot give back the colour under a transparent pixel. */
    private static void requireOpaque(BufferedImage image) throws RefusedException {
        if (!image.getColorModel().hasAlpha()) {
            return;
        }
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                if (image.getColorModel().getAlpha(image.getRaster().getDataElements(x, y, null)) != 255) {
                    throw transparent();
                }
            }
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

    /** The picture as it is meant to be seen. */
    Picture upright(int orientation) {
        if (orientation == 1) {
            return this;
        }
        boolean turned = orientation > 4;
        Picture upright = new Picture(turned ? height : width, turned ? width : height, new int[rgb.length]);
        for (int y = 0; y < upright.height; y++) {
            for (int x = 0; x < upright.width; x++) {
                int fromX = fromX(orientation, x, y);
                int fromY = fromY(orientation, x, y);
                System.arraycopy(rgb, (fromY * width + fromX) * 3, upright.rgb, (y * upright.width + x) * 3, 3);
            }
        }
        return upright;
    }

    private int fromX(int orientation, int x, int y) {
        return switch (orientation) {
            case 2, 3 -> width - 1 - x;
            case 5, 6 -> y;
            case 7, 8 -> width - 1 - y;
            default -> x;
        };
    }

    private int fromY(int orientation, int x, int y) {
        return switch (orientation) {
            case 3, 4 -> height - 1 - y;
            case 5, 8 -> x;
            case 6, 7 -> height - 1 - x;
            default -> y;
        };
    }

    int at(int x, int y, int channel) {
        return rgb[(y * width + x) * 3 + channel];
    }
}
