package dev.bascule.cli.train;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks whether a result can be written, before it takes hours to come to it. Stateless. */
final class WritablePlace {
    private WritablePlace() {}

    /**
     * Makes the folder, with a file in it that is gone again.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}, naming the option
     */
    static void folder(String option, Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".bascule", ".part"));
        } catch (IOException e) {
            throw unwritable(option, folder, e);
        }
    }

    /** The same of a file that is written beside its place and moved there. */
    static void file(String option, Path file) {
        if (Files.isDirectory(file)) {
            throw unwritable(option, file, new FileAlreadyExistsException(file.toString()));
        }
        folder(option, file.toAbsolutePath().resolveSibling(""));
    }

    private static BasculeException unwritable(String option, Path place, IOException why) {
        return BasculeException.because(
                why,
                ErrorCode.OUTPUT_UNWRITABLE,
                "%s cannot be written to '%s': %s".formatted(option, place, FileErrorText.why(why)),
                "name another place by " + option);
    }
}
