package dev.bascule.fallback.cache;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that other processes see either whole or not at all. Stateless. */
public final class AtomicFile {
    private AtomicFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream stream) throws IOException;
    }

    /**
     * Writes beside the target, then moves into its place.
     *
     * @throws BasculeException with {@link ErrorCode#OUTPUT_UNWRITABLE} when the folder or the disk refuses
     */
    public static void write(Path target, Content content) {
        try {
            Path folder = Files.createDirectories(target.toAbsolutePath().getParent());
            Path part = Files.createTempFile(folder, target.getFileName() + ".", ".part");
            try {
                try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
                    content.writeTo(stream);
                }
                move(part, target);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /** Moves a finished file into its place, replacing what is there. */
    public static void move(Path from, Path target) throws IOException {
        try {
            Files.move(from, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException acrossFileSystems) {
            Files.move(from, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The error of a cache file that cannot be written. */
    public static BasculeException unwritable(Path target, IOException cause) {
        return BasculeException.because(
                cause,
                ErrorCode.OUTPUT_UNWRITABLE,
                "cannot write '%s': %s".formatted(target, cause),
                "free space or permissions on the folder, or name another with BASCULE_CACHE=DIR");
    }
}
