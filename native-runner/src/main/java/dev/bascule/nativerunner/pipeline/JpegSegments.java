package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.io.ByteArrayOutputStream;

/** Reads a JPEG segment by segment, and keeps those that pixels are made of. Stateless. */
final class JpegSegments {
    private static final int APP0 = 0xE0;
    private static final int EXIF = 0xE1;
    private static final int ADOBE = 0xEE;
    private static final int APP15 = 0xEF;
    private static final int COMMENT = 0xFE;
    private static final int SCAN = 0xDA;
    private static final int END = 0xD9;

    private JpegSegments() {}

    static PictureFile read(byte[] file) throws RefusedException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(file.length);
        PictureFile.copy(plain, file, 0, 2);
        int orientation = 1;
        boolean framed = false;
        int at = 2;
        while (at + 4 <= file.length && (file[at] & 0xFF) == 0xFF) {
            int marker = file[at + 1] & 0xFF;
            if (marker == 0xFF) {
                at++;
                continue;
            }
            int end = at + 2 + PictureFile.unsigned16(file, at + 2);
            if (end > file.length || end < at + 4) {
                break;
            }
            if (marker == SCAN && framed) {
                PictureFile.copy(plain, file, at, end(file, end));
                return new PictureFile(orientation, plain.toByteArray());
            }
            if (isFrame(marker)) {
                requireFrame(file, at, end, marker);
                framed = true;
            }
            if (marker == EXIF && PictureFile.tag(file, at + 4, "Exif\0\0")) {
                orientation = ExifOrientation.of(file, at + 10, end);
            }
            if (isKept(marker)) {
                PictureFile.copy(plain, file, at, end);
            }
            at = end;
        }
        throw PictureFile.damaged("it ends too early");
    }

    /** Start of frame 0 to 15; C4, C8 and CC are other things. */
    private static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }

    private static boolean isKept(int marker) {
        boolean application = marker >= APP0 && marker <= APP15;
        return marker != COMMENT && (!application || marker == APP0 || marker == ADOBE);
    }

    private static void requireFrame(byte[] file, int at, int end, int marker) throws RefusedException {
        if (end < at + 10) {
            throw PictureFile.damaged("its header is too short");
        }
        int components = file[at + 9] & 0xFF;
        if (components == 4) {
            throw PictureFile.unsupported("is a CMYK JPEG", "convert it to RGB");
        }
        if (marker > 0xC2 || (file[at + 4] & 0xFF) != 8 || components != 1 && components != 3) {
            throw PictureFile.unsupported("is a JPEG of a rare kind", "convert it to a baseline JPEG or PNG");
        }
        PictureFile.requireSize(PictureFile.unsigned16(file, at + 7), PictureFile.unsigned16(file, at + 5));
    }

    /** After the marker of its end, which coded pixels cannot look like: a file that was cut off has none. */
    private static int end(byte[] file, int from) throws RefusedException {
        for (int at = from; at + 2 <= file.length; at++) {
            if ((file[at] & 0xFF) == 0xFF && (file[at + 1] & 0xFF) == END) {
                return at + 2;
            }
        }
        throw PictureFile.damaged("it ends too early");
    }
}
