package dev.bascule.execution.attempt;

import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ElementTolerance;
import java.util.Optional;

/** Whether what ran to its end was right, and ran where it was asked to. Stateless. */
public final class PlacementVerdict {
    private PlacementVerdict() {}

    /** What such a failure comes to. */
    public static Outcome outcome(Failure failure) {
        return failure.code() == ErrorCode.NUMERICS_WRONG || failure.code() == ErrorCode.PIPELINE_WRONG
                ? Outcome.WRONG
                : failure.code() == ErrorCode.OPERATOR_UNSUPPORTED ? Outcome.UNSUPPORTED : Outcome.FAILED;
    }

    /** Why it does not count; empty where it is right, and on the backend asked for. */
    public static Optional<Failure> of(Evidence evidence, Numerics numerics) {
        return numerics.ok() ? of(evidence) : Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, describe(numerics)));
    }

    /** Why what was right does not count as the backend's doing; empty where it ran on the backend asked for. */
    public static Optional<Failure> of(Evidence evidence) {
        if (evidence.proof() == ProofClass.REPORTED && evidence.totalNodes() > 0 && evidence.nodesOnRequested() == 0) {
            return Optional.of(Failure.of(
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    "none of the %d nodes ran on %s, by the device's own word: its engine placed them on %s"
                            .formatted(
                                    evidence.totalNodes(),
                                    evidence.where().requested(),
                                    String.join(", ", evidence.nodes().keySet()))));
        }
        if (evidence.proof() == ProofClass.PROVEN
                && !evidence.where()
                        .proven()
                        .equals(Optional.of(evidence.where().requested()))) {
            String claim = evidence.where()
                    .granted()
                    .filter(evidence.where().requested()::equals)
                    .map(word -> "; the runner claimed " + word)
                    .orElse("");
            return Optional.of(Failure.of(
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    "%s on %s: the engine placed %s on %s%s"
                            .formatted(
                                    evidence.totalNodes() == 1
                                            ? "the one node did not run"
                                            : "none of the %d nodes ran".formatted(evidence.totalNodes()),
                                    evidence.where().requested(),
                                    evidence.totalNodes() == 1 ? "it" : "them",
                                    String.join(", ", evidence.nodes().keySet()),
                                    claim)));
        }
        if (evidence.proof() != ProofClass.PROVEN && evidence.facts().containsKey(EvidenceJudge.NODES_LEFT)) {
            return Optional.of(Failure.of(
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    "no node was left to run on %s: the engine computed the whole graph when it created the session"
                            .formatted(evidence.where().requested())));
        }
        if (!evidence.contradictions().isEmpty()) {
            return Optional.of(Failure.of(
                    ErrorCode.BACKEND_NOT_PROVEN,
                    "it ran, but its proof contradicts what is known: "
                            + String.join(
                                    "; ",
                                    evidence.contradictions().stream()
                                            .map(Contradiction::sentence)
                                            .toList())));
        }
        if (evidence.proof() == ProofClass.UNKNOWN) {
            return Optional.of(Failure.of(
                    ErrorCode.BACKEND_NOT_PROVEN, "it ran, but nothing shows where: no engine record, no API's word"));
        }
        if (evidence.proof() == ProofClass.REPORTED
                && !evidence.where()
                        .granted()
                        .equals(Optional.of(evidence.where().requested()))) {
            return Optional.of(Failure.of(
                    ErrorCode.BACKEND_NOT_PROVEN,
                    "it ran, but on '%s' by an API's word, and no engine record shows more"
                            .formatted(evidence.where().granted().orElse("nothing"))));
        }
        return Optional.empty();
    }

    /** The worst of a comparison in words. */
    static String describe(Numerics numerics) {
        Difference difference = numerics.difference();
        String worst = difference
                .worst()
                .map(w -> "; worst: output '%s'[%d] is %s, the reference says %s"
                        .formatted(w.output(), w.index(), w.got(), w.expected()))
                .orElse("");
        // An output that is missing, or of another shape, is not told in what rounding explains.
        String far = difference
                .noise()
                .filter(noise -> noise.most() > 0)
                .map(noise -> ", up to %s from the exact result, where %s are allowed"
                        .formatted(sigma(noise.most()), sigma(limit(numerics))))
                .orElse("");
        return "%d of %d output values lie outside the tolerance%s%s"
                .formatted(difference.outside(), difference.elements(), far, worst);
    }

    private static double limit(Numerics numerics) {
        return numerics.tolerance().perElement() instanceof ElementTolerance.Noise noise ? noise.limit() : 0;
    }

    private static String sigma(double deviations) {
        return Double.isInfinite(deviations) ? "infinitely many σ" : "%.3g σ".formatted(deviations);
    }
}
