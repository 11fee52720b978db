package dev.bascule.cli.output.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.output.Style;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTextTest {
    private static final Style PLAIN = new Style(false);
    private static final ScenarioRun SOAK = run(
            "soak",
            Optional.empty(),
            List.of(
                    new Figure(
                            "growth, total",
                            "bytes/cycle",
                            List.of(60e3, 70e3),
                            Optional.of(64_200.0),
                            Optional.of(new Interval(52_400, 74_400))),
                    Figure.single("after dispose, total", "bytes", 44.1e6),
                    Figure.single("peak, total", "bytes", 61.2e6),
                    Figure.single("peak, renderer", "bytes", 38.5e6),
                    Figure.single("warm inference", "ms", 47.8)),
            List.of("the first 3 of 30 cycles count as warm-up: they are in the samples, not in growth and drift"));
    private static final ScenarioRun STREAM = run(
            "stream",
            Optional.empty(),
            List.of(
                    Figure.single("real-time factor", "1", 0.3),
                    Figure.single("dropped frames", "frames", 2),
                    new Figure("latency", "ms", List.of(9.0), Optional.empty(), Optional.empty())),
            List.of());
    private static final ScenarioRun LEAK = run(
            "state-leak",
            Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, "12 of 1536 values\u001b[2J changed")),
            List.of(),
            List.of());

    private static ScenarioRun run(
            String scenario, Optional<Failure> failure, List<Figure> figures, List<String> notes) {
        return new ScenarioRun(
                scenario,
                CaseId.of("quickstart", "text", "bert-micro", Map.of()),
                "bert-micro",
                new Target(
                        Backends.WASM,
                        Optional.of(new Browser("Firefox ESR", "153.7", "process", List.of())),
                        new Engine("onnxruntime-web", "1.29.0", Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                failure.isPresent() ? Verdict.WRONG : Verdict.PASS,
                failure,
                new ScenarioRun.Observed(figures, notes),
                new Span(Instant.EPOCH, Duration.ofSeconds(3)),
                "bascule run quickstart --scenario " + scenario);
    }

    @Test
    void without_scenarios_there_is_nothing_to_say() {
        assertThat(ScenarioText.lines(List.of(), PLAIN, 100)).isEmpty();
    }

    @Test
    void figures_of_two_parts_stand_side_by_side() {
        assertThat(ScenarioText.lines(List.of(SOAK), PLAIN, 100))
                .containsExactly(
                        "PASS  soak  bert-micro, wasm in Firefox ESR 153",
                        "                  growth                           after dispose  peak     value",
                        "  total           +64.2 kB/cycle (+52.4 to +74.4)  44.1 MB        61.2 MB  -",
                        "  renderer        -                                -              38.5 MB  -",
                        "  warm inference  -                                -              -        47.8 ms",
                        "  the first 3 of 30 cycles count as warm-up: they are in the samples, not in growth and drift");
    }

    @Test
    void plain_figures_stand_one_below_the_other() {
        assertThat(ScenarioText.lines(List.of(STREAM), PLAIN, 80))
                .containsExactly(
                        "PASS  stream  bert-micro, wasm in Firefox ESR 153",
                        "  real-time factor  0.300",
                        "  dropped frames    2 frames",
                        "  latency           too few or too quick (n = 1)");
    }

    @Test
    void a_failure_says_why_what_to_try_and_how_to_reproduce_it_and_cannot_move_the_cursor() {
        List<String> lines = ScenarioText.lines(List.of(LEAK), PLAIN, 80);
        assertThat(lines.get(0)).startsWith("WRONG  state-leak  ");
        assertThat(lines)
                .contains("  NUMERICS_WRONG: 12 of 1536 values [2J changed")
                .contains("  reproduce: bascule run quickstart --scenario state-leak")
                .anySatisfy(line -> assertThat(line).startsWith("  try: "));
        assertThat(ScenarioText.lines(List.of(LEAK), new Style(true), 80).get(0))
                .startsWith("\u001b[31mWRONG\u001b[0m  state-leak");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100, 160})
    void no_line_is_wider_than_the_terminal_but_the_commands_to_copy_and_no_figure_is_lost(int width) {
        List<String> lines = ScenarioText.lines(List.of(SOAK, STREAM, LEAK), PLAIN, width);
        assertThat(lines.stream().filter(line -> !line.startsWith("  reproduce: ")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        assertThat(String.join("\n", lines))
                .contains("+64.2 kB/cycle (+52.4 to +74.4)", "44.1 MB", "61.2 MB", "38.5 MB", "47.8 ms", "2 frames");
    }
}
