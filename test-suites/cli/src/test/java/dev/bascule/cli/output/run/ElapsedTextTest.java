package dev.bascule.cli.output.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElapsedTextTest {
    private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");

    private static RunRecord record(boolean interrupted, Map<String, Duration> elapsed) {
        return new RunRecord(
                new Invocation("id", "suite", "hash", 1, "bascule run"),
                new RunRecord.Times(START, START.plusSeconds(30), elapsed),
                new Machine("f", "os", new Machine.Cpu("cpu", 1, List.of()), 1, List.of()),
                new RunRecord.Extent(Optional.empty(), interrupted, List.of()),
                List.of(),
                List.of());
    }

    @Test
    void the_longest_part_comes_first_and_the_parts_add_up() {
        Map<String, Duration> elapsed = Map.of("starting", Duration.ofSeconds(5), "measuring", Duration.ofSeconds(20));

        assertThat(ElapsedText.of(record(false, elapsed), 100))
                .isEqualTo("time: 30.0 s: measuring 20.0 s; starting 5.0 s; other 5.0 s");
    }

    @Test
    void what_does_not_fit_goes_to_the_next_line() {
        Map<String, Duration> elapsed = Map.of("starting", Duration.ofSeconds(10), "measuring", Duration.ofSeconds(20));

        assertThat(ElapsedText.of(record(false, elapsed), 32))
                .isEqualTo("time: 30.0 s: measuring 20.0 s;\n  starting 10.0 s");
    }

    @Test
    void parts_too_short_to_matter_are_left_out() {
        assertThat(ElapsedText.of(record(true, Map.of("blinking", Duration.ofMillis(3))), 100))
                .isEqualTo("time: 30.0 s, interrupted");
    }
}
