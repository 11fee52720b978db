package dev.bascule.app.run;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A folder for reports that was seen to be writable. Immutable. */
public record OutFolder(Path path) {

    /**
     * Makes the folder and writes a file into it, so that a run does not fail after its work is done.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public static OutFolder prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            Path probe = Files.createTempFile(folder, ".bascule", ".probe");
            try {
                // A full disk lets files be made, but not be filled.
                Files.write(probe, new byte[4096]);
            } finally {
                Files.delete(probe);
            }
            return new OutFolder(folder);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot write into the folder '%s': %s".formatted(folder, why(e)));
        }
    }

    /** Removes it where nothing was written: a run that never began leaves no empty folder behind. */
    public void abandon() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException inUse) {
            // It holds something, and so stays.
        }
    }

    /**
     * Checks that a file can be written, before anything is measured that is to go into it.
     *
     * @param option that named it, for the remedy
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public static void check(Path file, String option) {
        String remedy = "name another file with %s, or mend the folder's permissions".formatted(option);
        if (Files.isDirectory(file)) {
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE, "cannot write '%s': it is a folder".formatted(file), remedy);
        }
        try {
            Optional.ofNullable(file.toAbsolutePath().getParent()).ifPresent(OutFolder::prepare);
        } catch (BasculeException e) {
            throw BasculeException.because(e, e.code(), e.failure().message(), remedy);
        }
    }

    /** In words, for what Java says by the names of its classes. */
    private static String why(IOException e) {
        if (e instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is a file";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " cannot be made";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return String.valueOf(e.getMessage());
    }
}
