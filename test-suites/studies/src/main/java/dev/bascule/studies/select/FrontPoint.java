package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.select.Finding.Measured;
import java.util.Optional;

/**
 * A way to run the model that none is better than in all that counts: the objective, memory and how far outputs lie from the reference.
 * Immutable.
 *
 * @param measured of it
 * @param verification what running it again showed
 */
public record FrontPoint(Candidate candidate, Measured measured, Verification verification) {

    FrontPoint with(Verification other) {
        return new FrontPoint(candidate, measured, other);
    }

    /** What came of running it once more, in processes of its own, after all else was measured. */
    public sealed interface Verification {
        /** For people. */
        String words();

        /**
         * It was right, ran where it should, and its figure held.
         *
         * @param cost the objective's figure, in its unit
         * @param interval of it; empty of one reading
         */
        record Verified(double cost, Optional<Interval> interval) implements Verification {
            @Override
            public String words() {
                return "verified";
            }
        }

        /**
         * It was right and ran where it should, and its figure was another.
         *
         * @param cost the objective's figure, in its unit
         * @param interval of it; empty of one reading
         */
        record Differed(double cost, Optional<Interval> interval, String words) implements Verification {}

        /** It was wrong, ran elsewhere, or broke: it is no answer. */
        record Failed(String words) implements Verification {}

        /** It surely missed the deadline or the limit of memory: it is no answer. */
        record OverLimit(String words) implements Verification {}

        /** It was not run again. */
        record NotRun(String words) implements Verification {}
    }
}
