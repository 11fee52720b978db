package dev.bascule.fallback.time;

import java.time.Duration;

/**
 * The time for which somebody is waited who was told to end and still has to write down what there is. Only time counts in
 * which this process had its turn: while a machine is suspended, or paused by its host, nobody gets on. Immutable.
 *
 * @param limit in all; to a tenth of a second
 */
public record GracePeriod(Duration limit) {
    /** All that a standstill costs, however long it is. */
    static final Duration STEP = Duration.ofMillis(100);

    /** Somebody's end. */
    @FunctionalInterface
    public interface Shutdown {
        /**
         * Waits for it.
         *
         * @param millis at most, above 0
         * @return whether it has come
         */
        boolean within(long millis) throws InterruptedException;
    }

    /** Waits for an end step by step; whether it came. */
    public boolean await(Shutdown ending) throws InterruptedException {
        for (long waited = 0; waited < limit.toMillis(); waited += STEP.toMillis()) {
            if (ending.within(STEP.toMillis())) {
                return true;
            }
        }
        return false;
    }
}
