package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({"500ms, 500", "2s, 2000", "1.5s, 1500", "1m30s, 90000", "1h, 3600000", "0, 0"})
    void people_write_durations_so(String text, long millis) {
        assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "2 s", "2sec", "1.2.3s", "PT2S"})
    void anything_else_is_none(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @Test
    void what_is_written_is_read_again() {
        for (long millis : new long[] {0, 1, 500, 1000, 1500, 59_000, 60_000, 90_000, 150_000, 3_600_000}) {
            Duration duration = Duration.ofMillis(millis);
            assertThat(Durations.parse(Durations.format(duration))).contains(duration);
        }
    }

    @Test
    void what_is_about_right_is_told_to_the_second() {
        assertThat(Durations.about(Duration.ofMillis(157_500))).isEqualTo("2m38s");
        assertThat(Durations.about(Duration.ofMillis(400))).isEqualTo("0s");
    }
}
