package dev.bascule.fallback.attempt;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something observed on a case and a target beyond an attempt: visits, leaks of state, a soak, a real-time stream.
 *
 * @param scenario its id, such as {@code visits}
 * @param caseId the case
 * @param modelName the model, for people
 * @param target where
 * @param verdict {@code PASS} where it was done and what it claims holds, {@code WRONG} where outputs changed
 * @param failure why the verdict is no pass; empty when it is
 * @param figures what was measured, in order of reading; kept as far as they came when it failed
 * @param notes what a reader must know about the figures
 * @param startedAt when it began
 * @param elapsed wall clock of all of it
 * @param reproduce the command line that repeats it
 */
public record ScenarioRun(
        String scenario,
        CaseId caseId,
        String modelName,
        Target target,
        Verdict verdict,
        Optional<Failure> failure,
        List<Figure> figures,
        List<String> notes,
        Instant startedAt,
        Duration elapsed,
        String reproduce) {

    public ScenarioRun {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
        if (verdict.isRight() == failure.isPresent()) {
            throw new IllegalArgumentException(
                    "a scenario has a failure exactly when its verdict is no pass: " + verdict);
        }
    }
}
