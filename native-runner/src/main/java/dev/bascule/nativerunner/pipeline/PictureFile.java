package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A PNG or JPEG file of which decoders make the same pixels: what some obey and others do not (profiles, gamma, comments,
 * a second picture) is taken out, and what they cannot agree on is refused. The rules of {@code PIPELINES.md}, "Pictures",
 * which the page has as well. Immutable.
 *
 * @param orientation 1 to 8, as EXIF counts
 * @param plain the file with nothing but its pixels
 */
record PictureFile(int orientation, byte[] plain) {
    private static final int MOST_SIDE = 16_384;

    static PictureFile of(byte[] file) throws RefusedException {
        if (PngChunks.isPng(file)) {
            return PngChunks.read(file);
        }
        if (file.length > 3 && (file[0] & 0xFF) == 0xFF && (file[1] & 0xFF) == 0xD8 && (file[2] & 0xFF) == 0xFF) {
            return JpegSegments.read(file);
        }
        throw new RefusedException(
                "UnknownImageFormat", "the image is not supported: no PNG or JPEG; convert it to PNG");
    }

    static RefusedException damaged(String why) {
        return new RefusedException("DamagedImage", "the image is damaged: " + why + "; make it again");
    }

    static RefusedException unsupported(String what, String instead) {
        return new RefusedException("UnsupportedImage", "the image " + what + "; " + instead);
    }

    static void requireSize(long width, long height) throws RefusedException {
        if (width < 1 || height < 1) {
            throw damaged("it has no pixel");
        }
        if (width > MOST_SIDE || height > MOST_SIDE || width * height > BoundedImage.MOST_PIXELS) {
            throw new RefusedException(
                    "ImageTooLarge",
                    "the image says that it has %d x %d pixels; it may have %d million and %d on a side"
                            .formatted(width, height, BoundedImage.MOST_PIXELS / 1_000_000, MOST_SIDE));
        }
    }

    static int unsigned16(byte[] file, int at) {
        return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
    }

    static boolean tag(byte[] file, int at, String tag) {
        return at + tag.length() <= file.length
                && new String(file, at, tag.length(), StandardCharsets.ISO_8859_1).equals(tag);
    }

    static void copy(ByteArrayOutputStream out, byte[] file, int from, int to) {
        out.write(file, from, to - from);
    }
}
