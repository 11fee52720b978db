package dev.bascule.fallback.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GracePeriodTest {
    private static final GracePeriod HALF_A_SECOND = new GracePeriod(Duration.ofMillis(500));

    private final List<Long> asked = new ArrayList<>();

    @Test
    void who_does_not_end_is_waited_for_as_long_as_was_said() throws InterruptedException {
        assertThat(HALF_A_SECOND.await(millis -> {
                    asked.add(millis);
                    return false;
                }))
                .isFalse();
        assertThat(asked).hasSize(5).containsOnly(100L);
    }

    @Test
    void a_machine_that_stands_still_takes_no_more_than_a_step_of_it() throws InterruptedException {
        assertThat(HALF_A_SECOND.await(millis -> {
                    asked.add(millis);
                    // As long as all of it, in the first step.
                    Thread.sleep(asked.size() == 1 ? 600 : 0);
                    return asked.size() == 5;
                }))
                .isTrue();
    }

    @Test
    void who_has_ended_is_not_waited_for() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(0);
        assertThat(HALF_A_SECOND.await(millis -> {
                    asked.add(millis);
                    return ended.await(millis, TimeUnit.MILLISECONDS);
                }))
                .isTrue();
        assertThat(asked).hasSize(1);
    }
}
