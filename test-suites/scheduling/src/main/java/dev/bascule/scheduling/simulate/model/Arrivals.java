package dev.bascule.scheduling.simulate.model;

import java.time.Duration;
import java.util.List;

/** When jobs come. Immutable. */
public sealed interface Arrivals {

    /** All at once. */
    record Batch(Duration at) implements Arrivals {}

    /**
     * One after the other, with exponential times between.
     *
     * @param perSecond above 0
     */
    record Poisson(double perSecond) implements Arrivals {
        public Poisson {
            if (!(perSecond > 0)) {
                throw new IllegalArgumentException("jobs come");
            }
        }
    }

    /**
     * As they came once.
     *
     * @param at from the beginning, in rising order; as many as there are jobs
     */
    record Trace(List<Duration> at) implements Arrivals {
        public Trace {
            at = at.stream().sorted().toList();
        }
    }
}
