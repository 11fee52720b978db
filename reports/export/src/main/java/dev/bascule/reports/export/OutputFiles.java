package dev.bascule.reports.export;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes files so that a reader sees the old one or the new one, never half of it. Stateless and thread-safe. */
public final class OutputFiles {
    private OutputFiles() {}

    /**
     * Writes text as UTF-8, making folders as needed.
     *
     * @return the file
     * @throws BasculeException OUTPUT_UNWRITABLE, naming the file and why
     */
    public static Path write(Path file, String text) {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes bytes, making folders as needed.
     *
     * @return the file
     * @throws BasculeException OUTPUT_UNWRITABLE, naming the file and why
     */
    public static Path write(Path file, byte[] content) {
        Path target = file.toAbsolutePath();
        try {
            Path folder = target.getParent() == null ? target : target.getParent();
            Files.createDirectories(folder);
            // As readable as whatever its owner makes (umask), which what Files.createTempFile makes is not.
            Path draft = folder.resolve(".%s.tmp".formatted(UUID.randomUUID()));
            try {
                fill(draft, content);
                move(draft, target);
            } finally {
                Files.deleteIfExists(draft);
            }
            return file;
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(file, why(e)));
        }
    }

    /** To the disk, so that a full one is noticed before the old file is given up. */
    private static void fill(Path draft, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void move(Path draft, Path target) throws IOException {
        if (Files.isDirectory(target)) {
            throw new IOException("there is a folder of that name");
        }
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String why(IOException e) {
        String words = String.valueOf(e.getMessage());
        return e.getClass() == IOException.class ? words : e.getClass().getSimpleName() + ": " + words;
    }
}
