package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * A reader of the scenarios of a run in two queries.
 *
 * @param handle the database
 */
record StoredScenarioReader(Handle handle) {
    private static final String SCENARIOS = """
            SELECT s.* EXCLUDE (id), s.id AS scenario_id, epoch_ns(s.started_at) AS started, t.* EXCLUDE (id),
                t.id AS target_id, t.software AS target_software, t.device_type AS target_device_type
            FROM scenarios s JOIN targets t ON t.key = s.target_key
            WHERE s.run_id = :run ORDER BY s.position
            """;
    private static final String FIGURES = """
            SELECT f.* FROM figures f JOIN scenarios s ON s.id = f.scenario_id
            WHERE s.run_id = :run ORDER BY f.scenario_id, f.position
            """;

    List<ScenarioRun> of(String runId) {
        Map<Long, List<Figure>> figures = new HashMap<>();
        handle.createQuery(FIGURES)
                .bind("run", runId)
                .map((rows, context) -> Map.entry(rows.getLong("scenario_id"), figure(new Row(rows))))
                .forEach(figure -> figures.computeIfAbsent(figure.getKey(), id -> new ArrayList<>())
                        .add(figure.getValue()));
        return handle.createQuery(SCENARIOS)
                .bind("run", runId)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return scenario(row, figures.getOrDefault(row.number("scenario_id"), List.of()));
                })
                .list();
    }

    private static ScenarioRun scenario(Row row, List<Figure> figures) throws SQLException {
        return new ScenarioRun(
                row.text("scenario"),
                CaseId.parse(row.text("case_id")),
                row.text("model_name"),
                AttemptReader.target(row),
                row.constant(Verdict.class, "verdict"),
                AttemptReader.failure(row),
                new ScenarioRun.Observed(figures, row.texts("notes")),
                new Span(row.instant("started"), row.duration("elapsed_ns")),
                row.text("reproduce"));
    }

    private static Figure figure(Row row) throws SQLException {
        Optional<Interval> interval = row.has("ci_low")
                ? Optional.of(new Interval(row.real("ci_low"), row.real("ci_high")))
                : Optional.empty();
        return new Figure(
                row.text("name"),
                row.text("unit"),
                row.reals("samples"),
                row.has("value") ? Optional.of(row.real("value")) : Optional.empty(),
                interval);
    }
}
