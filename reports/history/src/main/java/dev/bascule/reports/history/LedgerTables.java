package dev.bascule.reports.history;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator's book, which belongs to no run. Belongs to one thread.
 *
 * @param handle the open history
 */
record LedgerTables(Handle handle) {

    /** Each in place of the row of the same key; all or none of them. No key is twice among them. */
    void keep(LedgerRows rows) {
        handle.useTransaction(inside -> {
            keepJobs(inside, rows);
            keepAttempts(inside, rows);
            keepMembers(inside, rows);
        });
    }

    void forget(Collection<String> runs) {
        if (runs.isEmpty()) {
            return;
        }
        handle.useTransaction(inside -> {
            inside.createUpdate(
                            "DELETE FROM ledger_attempts WHERE job IN (SELECT id FROM ledger_jobs WHERE run IN (<runs>))")
                    .bindList("runs", runs)
                    .execute();
            inside.createUpdate("DELETE FROM ledger_jobs WHERE run IN (<runs>)")
                    .bindList("runs", runs)
                    .execute();
        });
    }

    private static void keepJobs(Handle handle, LedgerRows rows) {
        try (PreparedBatch batch = handle.prepareBatch(replacing("ledger_jobs", "????????t??t"))) {
            rows.jobs()
                    .forEach(job -> batch.add(
                            job.id(),
                            job.run(),
                            job.number(),
                            job.kind(),
                            job.requirement(),
                            job.state(),
                            job.priority(),
                            job.owner(),
                            time(job.submitted()),
                            job.request(),
                            job.failure().orElse(null),
                            time(job.ended())));
            run(batch);
        }
    }

    private static void keepAttempts(Handle handle, LedgerRows rows) {
        try (PreparedBatch batch = handle.prepareBatch(replacing("ledger_attempts", "????????ttt???"))) {
            rows.attempts()
                    .forEach(attempt -> batch.add(
                            attempt.job(),
                            attempt.number(),
                            attempt.worker(),
                            attempt.hardware(),
                            attempt.product(),
                            attempt.state(),
                            attempt.policy(),
                            attempt.because(),
                            time(attempt.placed()),
                            time(attempt.began()),
                            time(attempt.ended()),
                            attempt.took().map(Duration::toNanos).orElse(null),
                            attempt.failure().orElse(null),
                            attempt.result().orElse(null)));
            run(batch);
        }
    }

    private static void keepMembers(Handle handle, LedgerRows rows) {
        try (PreparedBatch batch = handle.prepareBatch(replacing("ledger_members", "???t?tt?"))) {
            rows.members()
                    .forEach(member -> batch.add(
                            member.id(),
                            member.role(),
                            member.secret(),
                            time(member.invited()),
                            member.inventory().orElse(null),
                            time(member.joined()),
                            time(member.heard()),
                            member.revoked()));
            run(batch);
        }
    }

    private static void run(PreparedBatch batch) {
        if (batch.size() > 0) {
            batch.execute();
        }
    }

    /** @param columns a {@code t} for each instant, whose nanoseconds are bound */
    private static String replacing(String table, String columns) {
        return "INSERT OR REPLACE INTO %s VALUES (%s)"
                .formatted(
                        table,
                        columns.chars()
                                .mapToObj(column -> column == 't' ? "make_timestamp_ns(?)" : "?")
                                .collect(Collectors.joining(", ")));
    }

    private static @Nullable Long time(Optional<Instant> instant) {
        return instant.map(Row::nanos).orElse(null);
    }

    private static long time(Instant instant) {
        return Row.nanos(instant);
    }

    /** All of it: jobs in the order in which they came. */
    LedgerRows all() {
        return new LedgerRows(
                handle.createQuery("SELECT * REPLACE (epoch_ns(submitted_at) AS submitted_at, epoch_ns(ended_at) AS"
                                + " ended_at) FROM ledger_jobs ORDER BY submitted_at, run, number")
                        .map(Row.each(row -> new LedgerRows.Job(
                                row.text("id"),
                                row.text("run"),
                                row.integer("number"),
                                row.text("kind"),
                                row.text("requirement"),
                                row.text("state"),
                                row.integer("priority"),
                                row.text("owner"),
                                row.instant("submitted_at"),
                                row.text("request"),
                                row.optionalText("failure"),
                                instant(row, "ended_at"))))
                        .list(),
                handle.createQuery("SELECT * REPLACE (epoch_ns(placed_at) AS placed_at, epoch_ns(began_at) AS began_at,"
                                + " epoch_ns(ended_at) AS ended_at) FROM ledger_attempts ORDER BY job, attempt")
                        .map(Row.each(row -> new LedgerRows.Attempt(
                                row.text("job"),
                                row.integer("attempt"),
                                row.text("worker"),
                                row.text("hardware"),
                                row.text("product"),
                                row.text("state"),
                                row.text("policy"),
                                row.text("because"),
                                row.instant("placed_at"),
                                instant(row, "began_at"),
                                instant(row, "ended_at"),
                                row.optionalDuration("took"),
                                row.optionalText("failure"),
                                row.optionalText("result"))))
                        .list(),
                handle.createQuery("SELECT * REPLACE (epoch_ns(invited_at) AS invited_at, epoch_ns(joined_at) AS"
                                + " joined_at, epoch_ns(heard_at) AS heard_at) FROM ledger_members ORDER BY id")
                        .map(Row.each(row -> new LedgerRows.Member(
                                row.text("id"),
                                row.text("role"),
                                row.text("secret"),
                                row.instant("invited_at"),
                                row.optionalText("inventory"),
                                instant(row, "joined_at"),
                                instant(row, "heard_at"),
                                row.flag("revoked"))))
                        .list());
    }

    private static Optional<Instant> instant(Row row, String column) throws SQLException {
        return row.has(column) ? Optional.of(row.instant(column)) : Optional.empty();
    }
}
