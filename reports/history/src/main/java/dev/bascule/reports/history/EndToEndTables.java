package dev.bascule.reports.history;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.measure.Samples;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Writes the user's clock of attempts, and reads it back. Stateless. */
final class EndToEndTables {
    private EndToEndTables() {}

    static void write(AttemptDetails.Tables tables, long attempt, EndToEnd times) throws SQLException {
        int position = 0;
        for (Map.Entry<Step, Samples> step : times.steps().entrySet()) {
            tables.of("end_to_end_steps")
                    .row()
                    .add(attempt)
                    .add(position++)
                    .add(step.getKey().word())
                    .add(step.getValue())
                    .end();
        }
        if (times.answer().isPresent()) {
            tables.of("answers").row().add(attempt).add(times.answer().get()).end();
        }
    }

    private record TimedStep(long attempt, Step step, Samples samples) {}

    /** By attempt, of these case runs, whose attempts lie in this range. */
    static Map<Long, EndToEnd> read(Handle handle, RowNumbers caseRuns, RowNumbers attempts) {
        Map<Long, Map<Step, Samples>> steps = new HashMap<>();
        String ofCases = " s JOIN attempts a ON a.id = s.attempt_id WHERE %s AND %s AND %s"
                .formatted(attempts.in("s.attempt_id"), attempts.in("a.id"), caseRuns.in("a.case_run_id"));
        handle.createQuery("SELECT s.* FROM end_to_end_steps" + ofCases)
                .map(Row.each(EndToEndTables::step))
                .forEach(read -> steps.computeIfAbsent(read.attempt(), id -> new EnumMap<>(Step.class))
                        .put(read.step(), read.samples()));
        Map<Long, String> answers = new HashMap<>();
        handle.createQuery("SELECT s.* FROM answers" + ofCases)
                .map(Row.each(row -> Map.entry(row.number("attempt_id"), row.text("answer"))))
                .forEach(read -> answers.put(read.getKey(), read.getValue()));
        Map<Long, EndToEnd> times = new HashMap<>();
        steps.forEach(
                (attempt, told) -> times.put(attempt, new EndToEnd(told, Optional.ofNullable(answers.get(attempt)))));
        return times;
    }

    private static TimedStep step(Row row) throws SQLException {
        String word = row.text("step");
        return new TimedStep(
                row.number("attempt_id"),
                Step.of(word).orElseThrow(() -> new IllegalStateException("there is no step '" + word + "'")),
                row.samples("samples_ms"));
    }
}
