package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distribute.StallDetector.PendingWork;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallDetectorTest {
    private static final PendingWork ANSWER = new PendingWork(7, false);

    private final AtomicLong clock = new AtomicLong(5);
    private final StallDetector stallDetector = new StallDetector(clock::get, Duration.ofMillis(100));

    private void lookAfter(Duration time) {
        clock.addAndGet(time.toNanos());
        stallDetector.look();
    }

    @Test
    void a_silence_is_as_long_as_the_looks_that_met_it() {
        lookAfter(Duration.ofMillis(20));
        assertThat(stallDetector.waited(0, ANSWER)).isZero();
        for (int i = 0; i < 50; i++) {
            lookAfter(Duration.ofMillis(20));
        }
        assertThat(stallDetector.waited(0, ANSWER)).isEqualTo(Duration.ofSeconds(1));
        assertThat(stallDetector.waited(1, ANSWER)).as("of another device").isZero();
    }

    @Test
    void a_gap_between_looks_counts_for_no_more_than_one_that_was_late() {
        assertThat(stallDetector.waited(0, ANSWER)).isZero();
        lookAfter(Duration.ofHours(8));
        assertThat(stallDetector.waited(0, ANSWER)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void what_it_is_at_next_is_waited_for_anew() {
        assertThat(stallDetector.waited(0, ANSWER)).isZero();
        lookAfter(Duration.ofMillis(50));
        assertThat(stallDetector.waited(0, new PendingWork(7, true)))
                .as("opening after it")
                .isZero();
        lookAfter(Duration.ofMillis(50));
        assertThat(stallDetector.waited(0, new PendingWork(7, true))).isEqualTo(Duration.ofMillis(50));
        assertThat(stallDetector.waited(0, new PendingWork(8, false))).isZero();
    }
}
