package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What became of a candidate. Immutable.
 *
 * @param outlook what was known of it before
 * @param fate in a word
 * @param measured what was measured of it just now; empty where it was not, or does not count
 * @param note why, in one line; blank where the fate says it all
 */
public record Finding(Candidate candidate, Outlook outlook, Fate fate, Optional<Measured> measured, String note) {

    /** In a word. */
    public enum Fate {
        /** The answer. */
        CHOSEN("chosen"),
        /** Not surely worse than the answer by more than {@code Race.CLOSE}. */
        AS_GOOD("as good"),
        /** Measured, and worse; or worse so far, when the budget was over. */
        WORSE("worse"),
        /** Beyond the deadline or the limit of memory. */
        OVER_LIMIT("over the limit"),
        /** It ran, and its figure is out of reach. */
        NOT_KNOWN("not known"),
        /** It did not run, was wrong, or ran elsewhere. */
        FAILED("failed"),
        /** Known to fail, from an earlier run of it or from what its engine declares. */
        KNOWN_TO_FAIL("known to fail"),
        /** Predicted to be worse than what was measured. */
        PREDICTED_WORSE("predicted worse"),
        /** There was no time left for it, and others like it failed: it counts as not tried. */
        EXPECTED_TO_FAIL("expected to fail"),
        /** There was no time left for it. */
        NOT_TRIED("not tried");

        private final String words;

        Fate(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** Whether it was right, within the limits, and measured. */
    boolean isRight() {
        return measured.isPresent() && (fate == Fate.CHOSEN || fate == Fate.AS_GOOD || fate == Fate.WORSE);
    }

    Finding with(Fate other, String why) {
        return new Finding(candidate, outlook, other, other == Fate.FAILED ? Optional.empty() : measured, why);
    }

    /**
     * Of right inferences in this place.
     *
     * @param cost the objective's figure, in its unit
     * @param median milliseconds of an inference
     * @param p95 milliseconds that 95 of 100 stay below; empty of fewer than 20
     * @param samples how many
     * @param costInterval 95 % interval of the median of its blocks' figures; empty of fewer than four
     * @param tail milliseconds that its 95th percentile surely stays below; empty of fewer than 59 inferences
     * @param toChosen its time by the chosen one's, blocks in turn; empty of the chosen one, and of one that was not raced with it
     * @param memory bytes that its processes grew by until after its first block, alike of all
     * @param deviation greatest difference of its outputs to the reference, relative to the greatest magnitude of each output
     * @param placement where its nodes ran
     */
    public record Measured(
            double cost,
            Optional<Interval> costInterval,
            double median,
            OptionalDouble p95,
            OptionalDouble tail,
            int samples,
            Optional<Ratio> toChosen,
            OptionalLong memory,
            OptionalDouble deviation,
            String placement) {}
}
