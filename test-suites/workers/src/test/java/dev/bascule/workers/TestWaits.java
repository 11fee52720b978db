package dev.bascule.workers;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what happens. Stateless. */
final class TestWaits {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private TestWaits() {}

    static void until(Callable<Boolean> happened) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!happened.call()) {
            if (System.nanoTime() > end) {
                fail("it did not happen within a minute");
            }
            Thread.sleep(20);
        }
    }
}
