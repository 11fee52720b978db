package dev.bascule.nativerunner.pipeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How a camera was held, by EXIF's tag 274. Stateless. */
final class ExifOrientation {
    private static final int TAG = 274;
    private static final int SHORT = 3;

    private ExifOrientation() {}

    /** @return 1 to 8; 1, upright, where it is not said, or not so that it can be read */
    static int of(byte[] file, int from, int to) {
        ByteBuffer exif = ByteBuffer.wrap(file, from, to - from).slice();
        if (exif.limit() < 8) {
            return 1;
        }
        int order = exif.getShort(0);
        if (order != 0x4949 && order != 0x4D4D) {
            return 1;
        }
        exif.order(order == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long directory = Integer.toUnsignedLong(exif.getInt(4));
        if (directory + 2 > exif.limit()) {
            return 1;
        }
        int entries = Short.toUnsignedInt(exif.getShort((int) directory));
        for (int i = 0; i < entries && directory + 2 + 12L * (i + 1) <= exif.limit(); i++) {
            int at = (int) directory + 2 + 12 * i;
            if (Short.toUnsignedInt(exif.getShort(at)) == TAG && exif.getShort(at + 2) == SHORT) {
                int value = Short.toUnsignedInt(exif.getShort(at + 8));
                return value >= 1 && value <= 8 ? value : 1;
            }
        }
        return 1;
    }
}
