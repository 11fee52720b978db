package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.CRC32;

/** Reads a PNG chunk by chunk, and keeps those that pixels are made of. Stateless. */
final class PngChunks {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final Set<String> PIXELS = Set.of("IHDR", "PLTE", "tRNS", "IDAT", "IEND");
    private static final int GREY = 0;
    private static final int RGB = 2;

    private PngChunks() {}

    static boolean isPng(byte[] file) {
        return file.length >= 8 && ByteBuffer.wrap(file, 0, 8).equals(ByteBuffer.wrap(SIGNATURE));
    }

    static PictureFile read(byte[] file) throws RefusedException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(file.length);
        PictureFile.copy(plain, file, 0, 8);
        int orientation = 1;
        int colours = -1;
        for (long at = 8; at + 12 <= file.length; ) {
            int chunk = (int) at;
            long end = at + 12 + Integer.toUnsignedLong(ByteBuffer.wrap(file).getInt(chunk));
            String type = new String(file, chunk + 4, 4, StandardCharsets.ISO_8859_1);
            if (end > file.length || (colours < 0) != (type.equals("IHDR") && end == at + 25)) {
                break;
            }
            if (PIXELS.contains(type)) {
                requireSum(file, chunk + 4, (int) end - 4);
                PictureFile.copy(plain, file, chunk, (int) end);
            }
            switch (type) {
                case "IHDR" -> colours = header(file, chunk + 8);
                case "tRNS" -> requireOpaque(colours);
                case "eXIf" -> orientation = ExifOrientation.of(file, chunk + 8, (int) end - 4);
                default -> {}
            }
            if (type.equals("IEND")) {
                return new PictureFile(orientation, plain.toByteArray());
            }
            at = end;
        }
        throw PictureFile.damaged("it ends too early");
    }

    /** The type of its colours. */
    private static int header(byte[] file, int at) throws RefusedException {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        PictureFile.requireSize(Integer.toUnsignedLong(bytes.getInt(at)), Integer.toUnsignedLong(bytes.getInt(at + 4)));
        return file[at + 9];
    }

    /** A colour that means transparent is obeyed by some decoders and not by others. */
    private static void requireOpaque(int colours) throws RefusedException {
        if (colours == GREY || colours == RGB) {
            throw Picture.transparent();
        }
    }

    private static void requireSum(byte[] file, int from, int to) throws RefusedException {
        CRC32 sum = new CRC32();
        sum.update(file, from, to - from);
        if ((int) sum.getValue() != ByteBuffer.wrap(file).getInt(to)) {
            throw PictureFile.damaged("a checksum is wrong");
        }
    }
}
