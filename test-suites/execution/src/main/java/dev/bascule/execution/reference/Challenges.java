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
    public record Given(Feeds feeds, Reference right, double slowdown) {
        private Reference allowing(Reference exact) {
            return new Reference(right.kind(), right.steps(), right.notJudged(), NarrowRule.of(exact, right.rule()));
        }
    }

    /** The same, where sums in 16 bits are allowed as the exact reference of the case allows them. One that tells nothing then is left out. */
    Challenges suited(Reference exact) {
        if (exact.narrow().isEmpty() || given.isEmpty()) {
            return this;
        }
        List<Given> suited = given.stream()
                .map(one -> new Given(one.feeds(), one.allowing(exact), one.slowdown()))
                .filter(one -> own.filter(timed -> !ChallengeMaker.isTelling(one.right(), timed))
                        .isEmpty())
                .toList();
        return suited.isEmpty()
                ? none(
                        "sums in 16 bits, which the model may be computed with, hide whether its outputs follow its inputs")
                : new Challenges(suited, own, seed, why);
    }

    /** None, and the reason. */
    public static Challenges none(String why) {
        return new Challenges(List.of(), Optional.empty(), 0, Optional.of(why));
    }
}
