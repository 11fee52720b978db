package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The numbered steps that make a file's tables what this build expects. Each file keeps the checksums of the steps it took, so
 * that one with other tables, whether older, newer or changed, is refused. Stateless.
 */
final class Migrations {
    /** The steps of this build, in order; add to the end, never change one. */
    static final List<Migration> ALL = List.of(
            Migration.resource(1, "tables"),
            Migration.resource(2, "model_work"),
            Migration.resource(3, "predictions"),
            Migration.resource(4, "predicted_figure"),
            Migration.resource(5, "ledger"),
            Migration.resource(6, "unrun_reason"),
            Migration.resource(7, "ledger_ended"),
            Migration.resource(8, "trainings"),
            Migration.resource(9, "training_origin"),
            Migration.resource(10, "replica_elsewhere"),
            Migration.resource(11, "quantizations"),
            Migration.resource(12, "whole_steps"));

    /** The table of the steps that a file took. */
    static final String TABLE = "schema_migrations";

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

    private record Taken(int version, String checksum) {}

    private Migrations() {}

    /** Takes this build's steps that are missing. */
    static void migrate(Handle handle, String file) {
        migrate(handle, file, ALL);
    }

    /** Takes the steps that are missing; each in its own transaction, but all in one where there is nothing yet. */
    static void migrate(Handle handle, String file, List<Migration> steps) {
        String database = DatabaseCatalog.own(handle);
        Set<String> tables = DatabaseCatalog.tables(handle, database);
        if (!tables.isEmpty() && !tables.contains(TABLE)) {
            throw new BasculeException(
                    ErrorCode.STORE_INVALID,
                    "%s cannot be used as a history: it is a database, but no history".formatted(file));
        }
        int taken = tables.isEmpty() ? 0 : taken(handle, database, file, steps);
        List<Migration> missing = steps.subList(taken, steps.size());
        if (tables.isEmpty()) {
            // Nobody has anything in it yet: one transaction waits for the disk once.
            handle.useTransaction(inside -> missing.forEach(step -> take(inside, step)));
        } else {
            missing.forEach(step -> handle.useTransaction(inside -> take(inside, step)));
        }
    }

    private static void take(Handle inside, Migration step) {
        inside.execute(
                "CREATE TABLE IF NOT EXISTS %s (version INTEGER PRIMARY KEY, name VARCHAR NOT NULL,".formatted(TABLE)
                        + " checksum VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL DEFAULT current_timestamp)");
        inside.createScript(step.sql()).execute();
        inside.execute(
                "INSERT INTO %s (version, name, checksum) VALUES (?, ?, ?)".formatted(TABLE),
                step.version(),
                step.name(),
                step.checksum());
    }

    /**
     * How many of the steps a database's tables took.
     *
     * @param database of the connection, which has the table of steps
     * @param file for messages
     * @throws BasculeException STORE_INVALID where they are not the first ones of these
     */
    static int taken(Handle handle, String database, String file, List<Migration> steps) {
        List<Taken> taken = handle.createQuery(
                        "SELECT version, checksum FROM \"%s\".main.%s ORDER BY version".formatted(database, TABLE))
                .map((rows, context) -> new Taken(rows.getInt(1), rows.getString(2)))
                .list();
        if (taken.isEmpty()) {
            throw incomplete(file);
        }
        for (int i = 0; i < taken.size(); i++) {
            check(taken.get(i), i, file, steps);
        }
        return taken.size();
    }

    private static void check(Taken taken, int place, String file, List<Migration> steps) {
        if (taken.version() != place + 1) {
            throw incomplete(file);
        }
        if (place >= steps.size()) {
            throw new BasculeException(
                    ErrorCode.STORE_INVALID,
                    "%s was written by a newer Bascule: its tables are of version %d, this build knows up to %d"
                            .formatted(file, taken.version(), steps.size()),
                    "use that newer Bascule, or name another file with --store FILE");
        }
        if (!taken.checksum().equals(steps.get(place).checksum())) {
            throw new BasculeException(
                    ErrorCode.STORE_INVALID,
                    "%s has other tables than this build makes: its V%d is that of an older Bascule, or was changed"
                            .formatted(file, taken.version()),
                    "use the Bascule that wrote it, or name another file with --store FILE",
                    "`bascule history import run.json` takes the run of a report in");
        }
    }

    private static BasculeException incomplete(String file) {
        return new BasculeException(
                ErrorCode.STORE_INVALID,
                "%s cannot be used as a history: the steps that made its tables are not all there".formatted(file));
    }
}
