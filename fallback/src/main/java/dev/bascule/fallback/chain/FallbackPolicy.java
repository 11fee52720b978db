package dev.bascule.fallback.chain;

import dev.bascule.fallback.attempt.Outcome;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which outcomes move on to the next rung; all others stop the chain. Success and cancellation always stop it.
 *
 * @param movesOn outcomes after which the next backend is tried
 */
public record FallbackPolicy(Set<Outcome> movesOn) {
    /** Every failure that another backend might not share. A failure of no known kind stops, to be looked at. */
    public static final FallbackPolicy DEFAULT = new FallbackPolicy(EnumSet.of(
            Outcome.UNAVAILABLE,
            Outcome.UNSUPPORTED,
            Outcome.COMPILE_FAILED,
            Outcome.OUT_OF_MEMORY,
            Outcome.WRONG,
            Outcome.TIMED_OUT,
            Outcome.DEVICE_LOST,
            Outcome.CRASHED));

    public FallbackPolicy {
        movesOn = Set.copyOf(movesOn);
        if (movesOn.contains(Outcome.SUCCEEDED) || movesOn.contains(Outcome.CANCELLED)) {
            throw new IllegalArgumentException("success and cancellation end a chain");
        }
    }
}
