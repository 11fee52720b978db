package dev.bascule.reports.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/** Makes a file of each earlier version. */
final class OldHistories {
    private OldHistories() {}

    /** The tables of this version with what was written by it and the versions before. */
    static Path fileOf(Path folder, int version) {
        Path file = folder.resolve("v" + version + ".duckdb");
        DuckDbHistory.open(file, Migrations.ALL.subList(0, version)).close();
        try (Handle handle = DuckDbFile.open(file, AllowedPaths.NONE)) {
            IntStream.rangeClosed(1, version)
                    .mapToObj(OldHistories::written)
                    .filter(sql -> sql.lines().anyMatch(line -> !line.startsWith("--")))
                    .forEach(sql -> handle.createScript(sql).execute());
            // What this build does on opening is to be seen, also where the tables are today's.
            if (version >= Migrations.CELLS) {
                handle.execute("DELETE FROM derived_tables");
            }
        }
        return file;
    }

    private static String written(int version) {
        try (InputStream in = Objects.requireNonNull(
                OldHistories.class.getResourceAsStream("history-v%d.sql".formatted(version)),
                "a migration needs a fixture of what is written since")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
