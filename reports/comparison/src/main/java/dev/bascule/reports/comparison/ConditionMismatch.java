package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.TimingPlan;
import java.util.Optional;

/** The reason why figures of two cells are not compared though case and target are the same. Stateless. */
final class ConditionMismatch {
    static final String UNKNOWN = "what either side was fed is not known: recorded by an earlier build";

    private ConditionMismatch() {}

    /** What they were fed: {@code inputs differ: sequence 16 against 128}; empty where it was the same, or of both is unknown. */
    static Optional<String> inputs(CaseRun from, CaseRun to) {
        Optional<CaseInputs> before = from.conditions().map(Conditions::inputs);
        Optional<CaseInputs> after = to.conditions().map(Conditions::inputs);
        if (before.isEmpty() || after.isEmpty()) {
            return before.isEmpty() && after.isEmpty()
                    ? Optional.empty()
                    : Optional.of("what the %s was fed is not known: recorded by an earlier build"
                            .formatted(before.isEmpty() ? "baseline" : "candidate"));
        }
        return Optional.of(before.get().differenceFrom(after.get()))
                .filter(words -> !words.isBlank())
                .map(words -> "inputs differ: " + words);
    }

    /** How they were to be timed; empty where likewise, or of one of them nobody said. */
    static Optional<String> plan(CaseRun from, CaseRun to) {
        Optional<TimingPlan> before = from.conditions().flatMap(Conditions::plan);
        Optional<TimingPlan> after = to.conditions().flatMap(Conditions::plan);
        return before.flatMap(plan -> after.map(plan::differenceFrom)).filter(words -> !words.isBlank());
    }
}
