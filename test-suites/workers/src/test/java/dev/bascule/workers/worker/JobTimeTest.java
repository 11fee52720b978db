package dev.bascule.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JobTimeTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final JobTime time = new JobTime(now::get);

    @Test
    void what_it_waits_is_no_time_of_the_job() {
        now.addAndGet(10);
        assertThat(time.isWaiting()).isFalse();
        time.waits();
        assertThat(time.isWaiting()).isTrue();
        now.addAndGet(1000);
        assertThat(time.took()).isEqualTo(Duration.ofNanos(10));
        time.goesOn();
        assertThat(time.isWaiting()).isFalse();
        now.addAndGet(5);
        time.ends();
        now.addAndGet(100);

        assertThat(time.took()).isEqualTo(Duration.ofNanos(15));
        assertThat(time.waited()).isEqualTo(Duration.ofNanos(1000));
    }

    @Test
    void one_that_ends_while_it_waits_took_what_was_before() {
        now.addAndGet(10);
        time.waits();
        now.addAndGet(7);
        time.ends();
        now.addAndGet(7);

        assertThat(time.took()).isEqualTo(Duration.ofNanos(10));
        assertThat(time.waited()).isEqualTo(Duration.ofNanos(7));
    }
}
