package dev.bascule.app.local;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders for models that are tried once. Stateless. */
final class TemporaryFolder {
    private TemporaryFolder() {}

    static Path make(String name) {
        try {
            return Files.createTempDirectory(name);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot make a temporary folder: %s".formatted(e));
        }
    }

    /** What stays is cleared by the system in the end: it costs nobody what was found. */
    static void delete(Path folder) {
        FolderTree.deleteQuietly(folder);
    }
}
