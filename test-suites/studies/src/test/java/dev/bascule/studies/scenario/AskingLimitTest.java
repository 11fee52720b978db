package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AskingLimitTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

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
        assertThat(AskingLimit.notes(24, 24, OptionalInt.of(24), LIMIT)).isEmpty();
        assertThat(AskingLimit.notes(5, 24, OptionalInt.of(24), LIMIT))
                .containsExactly(
                        "5 of 24 samples were asked: the time limit of 120 s was over; a longer --timeout asks more");
    }

    @Test
    void says_where_native_cpu_was_asked_less() {
        assertThat(AskingLimit.notes(24, 24, OptionalInt.of(3), LIMIT))
                .containsExactly("compared with native CPU on 3 of these 24 alone: its time limit of 120 s was over");
        assertThat(AskingLimit.notes(24, 24, OptionalInt.empty(), LIMIT)).isEmpty();
    }
}
