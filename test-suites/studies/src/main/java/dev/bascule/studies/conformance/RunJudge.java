package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Outputs;

/** Says whether the first outputs of a session are what the reference says. Stateless. */
@FunctionalInterface
public interface RunJudge {

    /** As {@code run} judges: every output of every step, each within its tolerance. */
    RunJudge STANDARD = (reference, outputs) -> {
        OutputChecker checker = new OutputChecker(reference);
        checker.requireAll(outputs);
        checker.check(outputs, reference.steps().size());
        return checker.result().ok();
    };

    boolean areRight(Reference reference, Outputs outputs);
}
