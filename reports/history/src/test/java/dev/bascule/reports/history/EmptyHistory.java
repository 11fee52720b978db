package dev.bascule.reports.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new history's file, made once for all tests of this JVM: a copy of it costs a third of making its tables. Stateless. */
public final class EmptyHistory {
    private static final class Template {
        static final byte[] FILE = made();

        private static byte[] made() {
            try {
                Path folder = Files.createTempDirectory("bascule-empty-history");
                Path file = folder.resolve("template.duckdb");
                DuckDbHistory.open(file).close();
                byte[] made = Files.readAllBytes(file);
                Files.delete(file);
                Files.delete(StoreLock.file(file));
                Files.delete(folder);
                return made;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private EmptyHistory() {}

    /** With its folder; a file that is there stays. */
    public static Path at(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.write(file, Template.FILE);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
