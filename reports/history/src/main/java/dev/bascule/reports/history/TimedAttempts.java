package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.target.Target;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Attempts of every run without fallback, in one query and no more of each than is asked. Belongs to one thread.
 *
 * @param handle the open history
 */
record TimedAttempts(Handle handle) {
    private static final String TARGETS =
            "SELECT t.* EXCLUDE (id, software, device_type), t.software AS target_software,"
                    + " t.device_type AS target_device_type FROM targets t";

    /** Operator cases would bury the models. The inputs are written as a case's inputs write themselves. */
    private static final String ATTEMPTS = """
            SELECT r.id AS run_id, epoch_ns(a.started_at) AS started, k.fingerprint, list_contains(r.origins, :imported) AS imported,
                a.target_key, a.retry, a.outcome, a.create_ns, a.first_ns, a.memory_peak_bytes, a.memory_source,
                c.case_id, m.name, m.sha256, m.family, m.task, c.timing_plan['threads'] AS threads,
                array_to_string(list_transform(range(1, len(c.input_names) + 1),
                    lambda i: c.input_names[i] || ' ' || c.input_types[i] || c.input_shapes[i]
                        || CASE WHEN c.input_steps[i] = '1' THEN '' ELSE ' in ' || c.input_steps[i] || ' steps' END), ', ')
                    AS inputs,
                v.proof, v.proven, n.outside = 0 AND n.checked_iterations > 0 AS found_right, s.attempt_id AS timed, s.measured_ms,
                CASE WHEN list_sum(map_values(v.nodes)) > 0
                    THEN coalesce(v.nodes[v.requested], 0) / list_sum(map_values(v.nodes)) END AS share
            FROM attempts a
            JOIN case_runs c ON c.id = a.case_run_id
            JOIN runs r ON r.id = c.run_id
            JOIN machines k ON k.key = r.machine_key
            JOIN models m ON m.key = c.model_key
            JOIN evidence v ON v.attempt_id = a.id
            LEFT JOIN samples s ON s.attempt_id = a.id
            LEFT JOIN numerics n ON n.attempt_id = a.id
            WHERE len(c.chain) = 1 AND m.task <> :conformance
                AND (len(s.measured_ms) > 0 OR a.outcome <> 'SUCCEEDED')
            ORDER BY r.started_at, r.id, c.position, a.position
            """;

    List<TimedAttempt> all() {
        Map<String, Target> targets = new HashMap<>();
        handle.createQuery(TARGETS)
                .map(Row.each(row -> Map.entry(row.text("key"), AttemptReader.target(row))))
                .forEach(target -> targets.put(target.getKey(), target.getValue()));
        return handle.createQuery(ATTEMPTS)
                .bind("imported", RunOrigin.IMPORTED.word())
                .bind("conformance", ModelInfo.CONFORMANCE)
                .map(Row.each(row -> attempt(row, targets)))
                .list();
    }

    private static TimedAttempt attempt(Row row, Map<String, Target> targets) throws SQLException {
        String key = row.text("target_key");
        return new TimedAttempt(
                new TimedAttempt.Origin(
                        row.text("run_id"), row.instant("started"), row.text("fingerprint"), row.flag("imported")),
                TimedAttempt.Subject.of(
                        row.text("name"),
                        row.text("sha256"),
                        Family.ofId(row.text("family")).orElse(Family.OTHER),
                        row.text("task"),
                        row.optionalText("inputs").orElse(""),
                        CaseId.parse(row.text("case_id")).settings()),
                Optional.ofNullable(targets.get(key))
                        .orElseThrow(() -> new IllegalStateException("no target has the key " + key)),
                row.optionalInteger("threads"),
                row.integer("retry"),
                row.constant(Outcome.class, "outcome"),
                row.optionalFlag("found_right"),
                new TimedAttempt.Place(
                        row.constant(ProofClass.class, "proof"), row.optionalText("proven"), row.optionalReal("share")),
                new TimedAttempt.Costs(
                        row.has("timed") ? row.samples("measured_ms") : Samples.NONE,
                        row.optionalDuration("create_ns"),
                        row.optionalDuration("first_ns"),
                        row.has("memory_peak_bytes")
                                ? Optional.of(new TimedAttempt.Peak(
                                        row.number("memory_peak_bytes"), row.text("memory_source")))
                                : Optional.empty()));
    }
}
