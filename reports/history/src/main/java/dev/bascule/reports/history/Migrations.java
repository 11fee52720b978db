package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The numbered steps that make a file's tables what this build expects. Each file keeps the checksums of the steps it
 * took, so that a step changed later is noticed. Stateless.
 */
final class Migrations {
    /** The steps of this build, in order; add to the end, never change one. */
    static final List<Migration> ALL = List.of(
            Migration.resource(1, "first_tables"),
            Migration.resource(2, "retries_and_scenarios"),
            Migration.resource(3, "machines_that_tell_little"),
            Migration.resource(4, "kinds_of_tolerance"),
            Migration.resource(5, "operators_of_models"),
            Migration.resource(6, "selections"),
            Migration.resource(7, "unread_cases"),
            Migration.resource(8, "usage"),
            Migration.resource(9, "run_errors"),
            Migration.resource(10, "fingerprints"),
            Migration.resource(11, "cells"),
            Migration.resource(12, "tools_and_unsaid_adapters"),
            Migration.resource(13, "fall_back_on"),
            Migration.resource(14, "unrun_cells_and_models"),
            Migration.resource(15, "outputs_and_strict_results"),
            Migration.resource(16, "checked"),
            Migration.resource(17, "pairs_and_origins"),
            Migration.resource(18, "conditions"),
            Migration.resource(19, "contradictions"),
            Migration.resource(20, "influencing_operators"));

    /** The version that brought the tables of cells. */
    static final int CELLS = 11;

    /**
     * @param version 1, 2, 3…
     * @param name for people
     * @param sql the statements
     */
    record Migration(int version, String name, String sql) {

        static Migration resource(int version, String name) {
            String file = "V%d__%s.sql".formatted(version, name);
            try (InputStream in = Migrations.class.getResourceAsStream(file)) {
                if (in == null) {
                    throw new IllegalStateException("not in this build: " + file);
                }
                return new Migration(version, name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** SHA-256 over the statements, line ends as {@code \n}. */
        String checksum() {
            return ContentKey.of(sql.replace("\r\n", "\n"));
        }
    }

    private record Applied(int version, String checksum) {}

    private Migrations() {}

    /** Takes the steps that are missing; each in its own transaction. */
    static void migrate(Handle handle, String file, List<Migration> migrations, OpeningWork work) {
        handle.execute(
                "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name VARCHAR NOT NULL,"
                        + " checksum VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL DEFAULT current_timestamp)");
        List<Integer> taken = taken(handle, "schema_migrations", file, migrations);
        int from = taken.stream().mapToInt(Integer::intValue).max().orElse(0);
        if (from < migrations.size()) {
            work.migrating(from, migrations.size());
        }
        for (Migration migration : migrations) {
            if (!taken.contains(migration.version())) {
                handle.useTransaction(inside -> {
                    inside.createScript(migration.sql()).execute();
                    inside.execute(
                            "INSERT INTO schema_migrations (version, name, checksum) VALUES (?, ?, ?)",
                            migration.version(),
                            migration.name(),
                            migration.checksum());
                });
            }
        }
    }

    /**
     * The steps that a file took, in order.
     *
     * @param table of that file, which keeps them
     * @throws BasculeException STORE_INVALID where one is none of these
     */
    static List<Integer> taken(Handle handle, String table, String file, List<Migration> migrations) {
        List<Applied> applied = handle.createQuery("SELECT version, checksum FROM %s ORDER BY version".formatted(table))
                .map((rows, context) -> new Applied(rows.getInt(1), rows.getString(2)))
                .list();
        applied.forEach(done -> check(done, file, migrations));
        return applied.stream().map(Applied::version).toList();
    }

    private static void check(Applied done, String file, List<Migration> migrations) {
        Optional<Migration> known = migrations.stream()
                .filter(migration -> migration.version() == done.version())
                .findFirst();
        if (known.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.STORE_INVALID,
                    "%s was written by a newer Bascule: its tables are of version %d, this build knows up to %d"
                            .formatted(file, done.version(), migrations.size()),
                    "use that newer Bascule, or name another file with --store FILE");
        }
        if (!known.get().checksum().equals(done.checksum())) {
            throw new BasculeException(
                    ErrorCode.STORE_INVALID,
                    "%s was made with another migration V%d than this build's: its tables may differ"
                            .formatted(file, done.version()),
                    "use the Bascule that wrote it, or name another file with --store FILE");
        }
    }
}
