package dev.bascule.cli.output;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot write into the folder '%s': %s".formatted(folder, e));
        }
    }
}
