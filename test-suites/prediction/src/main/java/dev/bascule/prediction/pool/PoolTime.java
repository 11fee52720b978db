package dev.bascule.prediction.pool;

/** What one inference takes, in milliseconds; how it is known goes with it. */
public sealed interface PoolTime {

    /** The middle. */
    double millis();

    /** What load is reckoned with. */
    double plannedMillis();

    /** What a deadline is held against. */
    double worstMillis();

    /**
     * Measured on that very target. Load is reckoned with the median: samples are told, so nothing is added to it.
     *
     * @param millis median of the session in the middle, of two the slower
     * @param slowMillis the slowest session's 90th percentile; its median where it has too few samples for one
     */
    record Measured(double millis, double slowMillis, int sessions) implements PoolTime {
        public Measured {
            positive(millis);
            positive(slowMillis);
        }

        @Override
        public double plannedMillis() {
            return millis;
        }

        @Override
        public double worstMillis() {
            return Math.max(millis, slowMillis);
        }
    }

    /**
     * Told by data that came without their samples, which nothing here shows to be measured.
     *
     * @param millis median of the session in the middle, of two the slower
     * @param slowMillis the slowest session's median
     */
    record Told(double millis, double slowMillis, int sessions) implements PoolTime {
        public Told {
            positive(millis);
            positive(slowMillis);
        }

        @Override
        public double plannedMillis() {
            return millis;
        }

        @Override
        public double worstMillis() {
            return Math.max(millis, slowMillis);
        }
    }

    /**
     * Never measured there. Load and deadline are held against the interval's upper end.
     *
     * @param atMostMillis the upper end
     * @param level of the interval, such as 0.9
     * @param basis what it rests on, for people
     */
    record Predicted(double millis, double atMostMillis, double level, String basis) implements PoolTime {
        public Predicted {
            positive(millis);
            positive(atMostMillis);
        }

        @Override
        public double plannedMillis() {
            return atMostMillis;
        }

        @Override
        public double worstMillis() {
            return atMostMillis;
        }
    }

    private static void positive(double millis) {
        if (!(millis > 0) || Double.isInfinite(millis)) {
            throw new IllegalArgumentException("a time of %s ms".formatted(millis));
        }
    }
}
