package dev.bascule.fallback.attempt;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The verdict on a run, from best to worst: when runs are merged the worst wins. */
public enum Verdict {
    /** Right, on the backend asked for. */
    PASS,
    /** Right, but some nodes ran elsewhere, or sums or products were narrower than is usual. */
    PARTIAL,
    /** Right, on a later backend of the chain. */
    FELL_BACK,
    SKIPPED,
    UNSUPPORTED,
    FLAKY,
    TIMED_OUT,
    FAILED,
    WRONG,
    CRASHED;

    /** Whether the user got right outputs. */
    public boolean isRight() {
        return this == PASS || this == PARTIAL || this == FELL_BACK;
    }

    /** Whether this makes a process end with {@code FAILURES}: a backend that is merely absent or unfit does not. */
    public boolean isFailure() {
        return this == FLAKY || this == TIMED_OUT || this == FAILED || this == WRONG || this == CRASHED;
    }

    /** What an outcome comes to by itself; placement may still make a pass {@link #PARTIAL}. */
    public static Verdict of(Outcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> PASS;
            case UNAVAILABLE, UNSUPPORTED -> UNSUPPORTED;
            case COMPILE_FAILED, OUT_OF_MEMORY, DEVICE_LOST, FAILED -> FAILED;
            case WRONG -> WRONG;
            case TIMED_OUT -> TIMED_OUT;
            case CRASHED -> CRASHED;
            case NOT_JUDGED, CANCELLED -> SKIPPED;
        };
    }

    /**
     * What these attempts come to.
     *
     * @param attempts of the first pass, in the order of their chain; at least one
     * @param retries made after it
     */
    public static Verdict of(List<Attempt> attempts, List<Attempt> retries) {
        if (retries.stream().anyMatch(Attempt::succeeded)) {
            return FLAKY;
        }
        Attempt last = attempts.get(attempts.size() - 1);
        if (last.succeeded() && attempts.size() > 1) {
            return FELL_BACK;
        }
        return worst(attempts.stream().map(Verdict::of).toList()).orElseThrow();
    }

    private static Verdict of(Attempt attempt) {
        boolean reserved = attempt.evidence().isPartial()
                || attempt.numerics().filter(Numerics::isNarrow).isPresent()
                || attempt.numerics().flatMap(Numerics::products).isPresent();
        return attempt.succeeded() && reserved ? PARTIAL : of(attempt.outcome());
    }

    public static Optional<Verdict> worst(Collection<Verdict> verdicts) {
        return verdicts.stream().max(Comparator.naturalOrder());
    }
}
