package dev.bascule.workers.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PausesTest {
    /** Milliseconds of all pauses in so much time, of which asking takes none. */
    private static List<Long> pauses(Duration within) {
        Pauses pauses = new Pauses();
        List<Long> all = new ArrayList<>();
        Duration left = within;
        for (Optional<Duration> pause = pauses.next(left); pause.isPresent(); pause = pauses.next(left)) {
            all.add(pause.orElseThrow().toMillis());
            left = left.minus(pause.orElseThrow());
        }
        return all;
    }

    @Test
    void pauses_grow_and_shrink_again_towards_the_end() {
        assertThat(pauses(Duration.ofSeconds(30)))
                .startsWith(250L, 500L, 1000L, 2000L, 4000L, 5000L)
                .allMatch(pause -> pause >= 250 && pause <= 5000)
                .hasSizeLessThan(15);
        assertThat(pauses(Duration.ofMinutes(10)))
                .as("a frame of 64 MiB is not sent four times a second")
                .hasSizeLessThan(130);
    }

    @Test
    void where_no_time_is_left_for_an_answer_there_is_no_pause() {
        assertThat(pauses(Duration.ofMillis(499))).isEmpty();
        assertThat(pauses(Duration.ofSeconds(-1))).isEmpty();
        assertThat(pauses(Duration.ofSeconds(1))).containsExactly(250L, 375L);
    }
}
