package dev.bascule.workers;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what happens. Stateless. */
final class TestWaits {
    /** Below the time-out of each class that waits so, which would say nothing. */
    private static final Duration LONGEST = Duration.ofSeconds(100);

    private TestWaits() {}

    static void until(Callable<Boolean> happened) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!happened.call()) {
            if (System.nanoTime() > end) {
                fail("it did not happen within %d seconds".formatted(LONGEST.toSeconds()));
            }
            Thread.sleep(20);
        }
    }
}
