package dev.bascule.training.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a {@code .npy} file of version 1. Stateless. */
final class NpyText {
    private NpyText() {}

    static void write(Path file, String type, String shape, byte[] data) throws IOException {
        byte[] header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n"
                .formatted(type, shape)
                .getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x93);
        bytes.write("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
        bytes.write(header.length);
        bytes.write(header.length >> 8);
        bytes.write(header);
        bytes.write(data);
        Files.write(file, bytes.toByteArray());
    }
}
