package dev.bascule.execution.reference;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.ToleranceRule;
import java.util.List;
import java.util.Map;
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

    private static final String SUMS = "sums of 16-bit floats in 16 bits";

    public Challenges {
        given = List.copyOf(given);
    }

    /**
     * @param feeds of the same shapes as the case's
     * @param right what native CPU makes of them
     * @param slowdown how many times as long native CPU took for an inference as with the timed inputs
     */
    public record Given(Feeds feeds, Reference right, double slowdown) {
        private Given allowing(Reference exact, List<Map<String, RoundingNoise>> noise, String how) {
            ToleranceRule wider = NarrowRule.of(exact, noise, right.rule(), how);
            return new Given(feeds, new Reference(right.kind(), right.steps(), right.notJudged(), wider), slowdown);
        }
    }

    /** The same, where sums in 16 bits are allowed as the exact reference of the case allows them. One that tells nothing then is left out. */
    Challenges suited(Reference exact) {
        if (exact.narrow().isEmpty() || given.isEmpty()) {
            return this;
        }
        List<Given> suited = given.stream()
                .flatMap(one -> suited(one, exact, exact.narrow(), SUMS).stream())
                .toList();
        return suited.isEmpty()
                ? none(
                        "sums in 16 bits, which the model may be computed with, hide whether its outputs follow its inputs")
                : new Challenges(suited, own, seed, why);
    }

    private Optional<Given> suited(Given one, Reference exact, List<Map<String, RoundingNoise>> noise, String how) {
        return Optional.of(one.allowing(exact, noise, how)).filter(wider -> isTelling(wider.right()));
    }

    /**
     * What is right for a challenge by a wider rule.
     *
     * @param telling whether the answer to it then still shows that outputs follow inputs
     */
    public record Wider(Reference right, boolean telling) {}

    /**
     * What is right for one of them where the model may be computed narrower than is usual.
     *
     * @param number from 0
     * @param noise by step and output: what rounding makes of the exact outputs then
     * @param how it may be computed
     */
    public Wider narrower(int number, Reference exact, List<Map<String, RoundingNoise>> noise, String how) {
        Reference wider = given.get(number).allowing(exact, noise, how).right();
        return new Wider(wider, isTelling(wider));
    }

    private boolean isTelling(Reference right) {
        return own.filter(timed -> !ChallengeMaker.isTelling(right, timed)).isEmpty();
    }

    /** None, and the reason. */
    public static Challenges none(String why) {
        return new Challenges(List.of(), Optional.empty(), 0, Optional.of(why));
    }
}
