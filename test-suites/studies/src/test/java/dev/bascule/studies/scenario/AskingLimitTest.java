package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AskingLimitTest {
    @Test
    void is_over_when_its_time_has_passed() {
        AtomicLong nanos = new AtomicLong(7);
        AskingLimit limit = new AskingLimit(nanos::get, Duration.ofSeconds(2));
        nanos.addAndGet(Duration.ofMillis(1999).toNanos());
        assertThat(limit.isOver()).isFalse();
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(limit.isOver()).isTrue();
    }

    @Test
    void says_how_many_were_asked_where_some_were_not() {
        assertThat(AskingLimit.note(24, 24, Duration.ofMinutes(2))).isEmpty();
        assertThat(AskingLimit.note(5, 24, Duration.ofMinutes(2)))
                .contains("5 of 24 samples were asked: the time limit of 120 s was over; a longer --timeout asks more");
    }
}
