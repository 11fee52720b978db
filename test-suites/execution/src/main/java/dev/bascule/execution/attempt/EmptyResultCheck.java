package dev.bascule.execution.attempt;

import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import java.util.Optional;

/** A check that a session that ran to its end, rightly perhaps, shows something: the same rule on every target. Stateless. */
final class EmptyResultCheck {
    private EmptyResultCheck() {}

    /** Empty where it shows something. What is wrong shows that. */
    static Optional<Failure> shownBy(Evidence evidence, Numerics numerics) {
        if (evidence.proof() != ProofClass.PROVEN && evidence.facts().containsKey(EvidenceJudge.NODES_LEFT)) {
            return Optional.of(Failure.of(
                    ErrorCode.NOTHING_LEFT_TO_RUN,
                    "nothing is left to run: the engine computed the whole graph when it created the session"));
        }
        boolean shown = numerics.checked().map(CheckCoverage::showsSomething).orElse(true);
        return numerics.ok() && !shown
                ? Optional.of(Failure.of(ErrorCode.OUTPUTS_NOT_JUDGEABLE, "no value was compared with the reference"))
                : Optional.empty();
    }
}
