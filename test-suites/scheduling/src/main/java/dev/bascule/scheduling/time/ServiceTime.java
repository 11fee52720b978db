package dev.bascule.scheduling.time;

import java.time.Duration;

/** How long a job takes on a worker. */
public sealed interface ServiceTime {

    /**
     * It is known, more or less.
     *
     * @param median half of such jobs take no longer
     * @param low the lower end of the 90 % interval
     * @param high the upper end of it
     * @param source where that comes from
     * @param rough whether so few times are known that low and high are a rule of thumb, and hold nothing in 90 % of cases ({@link Spread})
     */
    record Known(Duration median, Duration low, Duration high, Source source, boolean rough) implements ServiceTime {
        public Known {
            if (median.isNegative() || low.compareTo(median) > 0 || median.compareTo(high) > 0) {
                throw new IllegalArgumentException("an interval holds its median");
            }
        }

        /** One with an interval of 90 %. */
        public Known(Duration median, Duration low, Duration high, Source source) {
            this(median, low, high, source, false);
        }
    }

    /** Nobody knows. */
    record Unknown(String because) implements ServiceTime {}

    /** It cannot run there. */
    record Impossible(String because) implements ServiceTime {}

    /** Where a time comes from. */
    enum Source {
        /** Samples of the history, of this model on this target. */
        MEASURED,
        /** The predictor. */
        PREDICTED,
        /** Somebody said so. */
        ASSUMED
    }
}
