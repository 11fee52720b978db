package dev.bascule.fallback.run;

import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
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
 * @param observed what was seen
 * @param span when
 * @param reproduce the command line that repeats it
 */
public record ScenarioRun(
        String scenario,
        CaseId caseId,
        String modelName,
        Target target,
        Verdict verdict,
        Optional<Failure> failure,
        Observed observed,
        Span span,
        String reproduce) {

    /**
     * What was seen.
     *
     * @param figures what was measured, in order of reading; kept as far as they came when it failed
     * @param notes what a reader must know about the figures
     * @param sounds to listen to; histories do not keep them
     */
    public record Observed(List<Figure> figures, List<String> notes, List<SoundClip> sounds) {
        /** Without sounds. */
        public Observed(List<Figure> figures, List<String> notes) {
            this(figures, notes, List.of());
        }

        public Observed {
            sounds = List.copyOf(sounds);
            figures = List.copyOf(figures);
            notes = List.copyOf(notes);
        }
    }

    public ScenarioRun {
        if (verdict.isRight() == failure.isPresent()) {
            throw new IllegalArgumentException(
                    "a scenario has a failure exactly when its verdict is no pass: " + verdict);
        }
    }
}
