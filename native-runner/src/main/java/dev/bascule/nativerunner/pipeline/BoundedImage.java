package dev.bascule.nativerunner.pipeline;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Decodes pictures of the usual formats that are no larger than they may be, which their headers say before anything is unpacked.
 * To be used in a child: a decoder may be hurt by what no header says. Stateless.
 */
public final class BoundedImage {
    /** More than a camera's. */
    public static final long MOST_PIXELS = 50_000_000;

    private static final Set<String> FORMATS = Set.of("png", "jpeg", "gif", "bmp");

    private BoundedImage() {}

    /**
     * The first picture in it; empty when it is of none of the formats.
     *
     * @throws IOException when it is damaged or too large
     */
    public static Optional<BufferedImage> read(byte[] file) throws IOException {
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            Optional<ImageReader> reader = reader(in);
            return reader.isEmpty() ? Optional.empty() : Optional.of(read(reader.get(), in));
        }
    }

    private static Optional<ImageReader> reader(ImageInputStream in) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                return Optional.of(reader);
            }
        }
        return Optional.empty();
    }

    private static BufferedImage read(ImageReader reader, ImageInputStream in) throws IOException {
        try {
            reader.setInput(in, true, true);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            if ((long) width * height > MOST_PIXELS) {
                throw new IOException("it says that it has %d x %d pixels; a picture may have %d million"
                        .formatted(width, height, MOST_PIXELS / 1_000_000));
            }
            return reader.read(0);
        } catch (RuntimeException e) {
            // Java's readers trust what they read.
            throw new IOException("it is damaged: " + e, e);
        } finally {
            reader.dispose();
        }
    }
}
