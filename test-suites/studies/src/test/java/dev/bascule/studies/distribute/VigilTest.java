package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distribute.Vigil.Errand;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VigilTest {
    private static final Errand ANSWER = new Errand(7, false);

    private final AtomicLong clock = new AtomicLong(5);
    private final Vigil vigil = new Vigil(clock::get, Duration.ofMillis(100));

    private void lookAfter(Duration time) {
        clock.addAndGet(time.toNanos());
        vigil.look();
    }

    @Test
    void a_silence_is_as_long_as_the_looks_that_met_it() {
        lookAfter(Duration.ofMillis(20));
        assertThat(vigil.waited(0, ANSWER)).isZero();
        for (int i = 0; i < 50; i++) {
            lookAfter(Duration.ofMillis(20));
        }
        assertThat(vigil.waited(0, ANSWER)).isEqualTo(Duration.ofSeconds(1));
        assertThat(vigil.waited(1, ANSWER)).as("of another device").isZero();
    }

    @Test
    void a_gap_between_looks_counts_for_no_more_than_one_that_was_late() {
        assertThat(vigil.waited(0, ANSWER)).isZero();
        lookAfter(Duration.ofHours(8));
        assertThat(vigil.waited(0, ANSWER)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void what_it_is_at_next_is_waited_for_anew() {
        assertThat(vigil.waited(0, ANSWER)).isZero();
        lookAfter(Duration.ofMillis(50));
        assertThat(vigil.waited(0, new Errand(7, true))).as("opening after it").isZero();
        lookAfter(Duration.ofMillis(50));
        assertThat(vigil.waited(0, new Errand(7, true))).isEqualTo(Duration.ofMillis(50));
        assertThat(vigil.waited(0, new Errand(8, false))).isZero();
    }
}
