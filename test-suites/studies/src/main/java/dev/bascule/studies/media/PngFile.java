package dev.bascule.studies.media;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes PNG files of 8-bit RGB, which lose nothing. Stateless. */
public final class PngFile {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte BITS = 8;
    private static final byte TRUE_COLOUR = 2;

    private PngFile() {}

    public static byte[] of(Rgb picture) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13);
        header.putInt(picture.width()).putInt(picture.height()).put(BITS).put(TRUE_COLOUR);
        chunk(file, "IHDR", header.array());
        chunk(file, "IDAT", deflated(rows(picture)));
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    /** Each row behind the number of its filter, which is none. */
    private static byte[] rows(Rgb picture) {
        int row = picture.width() * Rgb.COLOURS;
        byte[] rows = new byte[picture.height() * (row + 1)];
        for (int y = 0; y < picture.height(); y++) {
            System.arraycopy(picture.bytes(), y * row, rows, y * (row + 1) + 1, row);
        }
        return rows;
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static void chunk(ByteArrayOutputStream file, String type, byte[] data) {
        byte[] body = ByteBuffer.allocate(4 + data.length)
                .put(type.getBytes(StandardCharsets.US_ASCII))
                .put(data)
                .array();
        CRC32 sum = new CRC32();
        sum.update(body);
        file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        file.writeBytes(body);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }
}
