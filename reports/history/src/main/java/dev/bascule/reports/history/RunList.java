package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.Tool;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Lists and finds runs. Belongs to one thread.
 *
 * @param handle the open history
 */
record RunList(Handle handle) {

    /** Newest first. */
    List<RunHeading> headings(RunFilter filter) {
        return handle.createQuery("""
                        SELECT r.*, epoch_ns(r.started_at) AS started,
                            epoch_ns(r.finished_at) - epoch_ns(r.started_at) AS took, m.fingerprint,
                            map_from_entries((SELECT list((verdict, n)) FROM
                                (SELECT verdict, CAST(count(*) AS INTEGER) AS n FROM case_runs c WHERE c.run_id = r.id
                                 GROUP BY verdict))) AS verdicts,
                            map_from_entries((SELECT list((verdict, n)) FROM
                                (SELECT verdict, CAST(count(*) AS INTEGER) AS n FROM scenarios s WHERE s.run_id = r.id
                                 GROUP BY verdict))) AS scenario_verdicts
                        FROM runs r JOIN machines m ON m.key = r.machine_key
                        WHERE (:suite IS NULL OR r.suite = :suite) AND epoch_ns(r.started_at) >= :since
                        ORDER BY r.started_at DESC, r.id DESC LIMIT :limit
                        """)
                .bind("suite", filter.suite())
                .bind("since", filter.since().map(Row::nanos).orElse(Long.MIN_VALUE))
                .bind("limit", filter.limit())
                .map(Row.each(RunList::heading))
                .list();
    }

    private static RunHeading heading(Row row) throws SQLException {
        return new RunHeading(
                row.text("id"),
                row.instant("started"),
                Duration.ofNanos(row.number("took")),
                row.text("suite"),
                row.text("command"),
                row.flag("interrupted"),
                row.text("fingerprint"),
                tool(row),
                verdicts(row, "verdicts"),
                verdicts(row, "scenario_verdicts"));
    }

    /** Of a row of {@code runs}: what made it, where that was kept. */
    static Optional<Tool> tool(Row row) throws SQLException {
        Optional<String> version = row.optionalText("tool_version");
        return version.isEmpty() ? Optional.empty() : Optional.of(new Tool(row.text("tool_name"), version.get()));
    }

    private static Map<Verdict, Integer> verdicts(Row row, String column) throws SQLException {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        if (row.has(column)) {
            row.map(column, Integer.class).forEach((name, count) -> verdicts.put(Verdict.valueOf(name), count));
        }
        return verdicts;
    }

    /** The id itself, or the only one that begins so. */
    Optional<String> id(String idOrPrefix) {
        List<String> matching = handle.createQuery("SELECT id FROM runs WHERE starts_with(id, :prefix) LIMIT 1000")
                .bind("prefix", idOrPrefix)
                .mapTo(String.class)
                .list();
        return matching.stream()
                .filter(id -> id.equals(idOrPrefix) || matching.size() == 1)
                .findFirst();
    }

    long count() {
        return handle.createQuery("SELECT count(*) FROM runs").mapTo(Long.class).one();
    }
}
