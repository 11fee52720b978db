package dev.bascule.fallback.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ErrorCollectorTest {
    private static final Instant START = Instant.parse("2026-11-21T20:00:00Z");
    private static final ErrorPlace LAUNCH = ErrorPlace.of("launch").with("cuda");

    private final ErrorCollector collector = new ErrorCollector(new Ticking());

    @Test
    void what_fails_again_in_the_same_words_is_counted() {
        collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "process 4711 ended at 0x7f3c"));
        collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "process 4712 ended at 0xbeef"));
        assertThat(collector.all()).singleElement().satisfies(error -> {
            assertThat(error.count()).isEqualTo(2);
            assertThat(error.failure().message()).isEqualTo("process 4711 ended at 0x7f3c");
            assertThat(error.first()).isEqualTo(START);
            assertThat(error.last()).isEqualTo(START.plusSeconds(1));
        });
    }

    /** Negative control: a likeness is not the same. */
    @Test
    void another_place_code_or_wording_is_another_error() {
        collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "it ended"));
        collector.report(ErrorPlace.of("launch").with("rocm"), Failure.of(ErrorCode.PROBE_CRASHED, "it ended"));
        collector.report(LAUNCH, Failure.of(ErrorCode.RUNNER_CRASHED, "it ended"));
        collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "it ended early"));
        assertThat(collector.all()).hasSize(4).allMatch(error -> error.count() == 1);
    }

    @Test
    void the_gravest_comes_first() {
        collector.report(ErrorPlace.of("machine"), Failure.of(ErrorCode.MACHINE_UNREAD, "no data"));
        collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "it ended"));
        collector.report(ErrorPlace.of("browser"), Failure.of(ErrorCode.NO_BROWSER, "none"));
        assertThat(collector.all().stream().map(error -> error.failure().code()))
                .containsExactly(ErrorCode.NO_BROWSER, ErrorCode.PROBE_CRASHED, ErrorCode.MACHINE_UNREAD);
    }

    @Test
    void nothing_is_lost_when_many_report_at_once() {
        IntStream.range(0, 10_000)
                .parallel()
                .forEach(i -> collector.report(LAUNCH, Failure.of(ErrorCode.PROBE_CRASHED, "process " + i)));
        assertThat(collector.all())
                .singleElement()
                .satisfies(error -> assertThat(error.count()).isEqualTo(10_000));
    }

    @Test
    void a_place_is_told_in_words() {
        assertThat(LAUNCH).hasToString("launch of cuda");
        assertThat(new ErrorPlace("launch", Optional.of("webgpu"), Optional.of("Firefox")))
                .hasToString("launch of webgpu in Firefox");
        assertThat(ErrorPlace.of("machine")).hasToString("machine");
    }

    /** A second later at each look. */
    private static final class Ticking extends Clock {
        private int looks;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public synchronized Instant instant() {
            return START.plus(Duration.ofSeconds(looks++));
        }
    }
}
