package dev.bascule.execution.reference;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Feeds;
import java.util.List;
import java.util.Optional;

/**
 * The fresh inputs that a case's runners are challenged with, made once for all of its targets. Immutable.
 *
 * @param given each with what is right for it
 * @param own what is right for the inputs that are timed, as far as a challenge has steps
 * @param seed which they follow from
 * @param why there are none; empty where there are
 */
public record Challenges(List<Given> given, Optional<Reference> own, long seed, Optional<String> why) {

    public Challenges {
        given = List.copyOf(given);
    }

    /**
     * @param feeds of the same shapes as the case's
     * @param right what native CPU makes of them
     * @param slowdown how many times as long native CPU took for an inference as with the timed inputs
     */
    public record Given(Feeds feeds, Reference right, double slowdown) {}

    /** None, and the reason. */
    public static Challenges none(String why) {
        return new Challenges(List.of(), Optional.empty(), 0, Optional.of(why));
    }
}
