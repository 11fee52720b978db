package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Script;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class SoakTest {
    private static final long MEGABYTE = 1_000_000;

    /** Two kinds of process: a renderer as the test says, a GPU process that is flat in noise. */
    private static final class Series implements MemoryMeter {
        private final IntToLongFunction renderer;
        private final Random random = new Random(5);
        private int reads;
        private int restarts;

        Series(IntToLongFunction renderer) {
            this.renderer = renderer;
        }

        @Override
        public void restart() {
            restarts++;
        }

        @Override
        public Reading read() {
            long gpu = 50 * MEGABYTE + (long) (random.nextGaussian() * 100_000);
            Map<String, Long> now = Map.of("renderer", renderer.applyAsLong(reads++), "gpu-process", gpu);
            return new Reading(Map.of("renderer", 400 * MEGABYTE, "gpu-process", 60 * MEGABYTE), now, "scripted RSS");
        }
    }

    private static ScenarioFinding soak(int cycles, Optional<MemoryMeter> meter, Script script) {
        return new ScriptedStage(page -> page.on(Backends.WASM, script), () -> meter, Side.BROWSER)
                .play(new Soak(cycles), Backends.WASM);
    }

    private static ScenarioFinding soak(Series series) {
        return soak(30, Optional.of(series), Script.right(Backends.WASM));
    }

    @Test
    void a_leak_is_seen_with_its_slope_and_the_kind_of_process_it_is_in() {
        Random noise = new Random(1);
        Series series = new Series(cycle -> 200 * MEGABYTE + 64_000L * cycle + (long) (noise.nextGaussian() * 50_000));

        ScenarioFinding finding = soak(series);

        assertThat(series.restarts).isEqualTo(1);
        assertThat(finding.trouble()).isEmpty();
        Figure growth = ScriptedStage.figure(finding, "growth, renderer");
        assertThat(growth.unit()).isEqualTo("bytes/cycle");
        assertThat(growth.value().orElseThrow()).isBetween(55_000.0, 73_000.0);
        assertThat(growth.interval().orElseThrow().low()).isPositive();
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("renderer: grows by +6"))
                .anyMatch(note -> note.startsWith("total: grows"))
                .anyMatch(note -> note.startsWith("gpu-process: no growth seen"));
    }

    @Test
    void negative_control_flat_noise_is_no_growth() {
        Random noise = new Random(2);
        ScenarioFinding finding = soak(new Series(cycle -> 200 * MEGABYTE + (long) (noise.nextGaussian() * 500_000)));

        Interval interval =
                ScriptedStage.figure(finding, "growth, renderer").interval().orElseThrow();
        assertThat(interval.contains(0)).isTrue();
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("renderer: no growth seen"));
    }

    @Test
    void what_is_loaded_in_the_first_cycles_is_no_growth_but_stays_in_the_samples() {
        Random noise = new Random(3);
        ScenarioFinding finding = soak(new Series(
                cycle -> (cycle < 5 ? 100 + 20L * cycle : 200) * MEGABYTE + (long) (noise.nextGaussian() * 200_000)));

        assertThat(ScriptedStage.figure(finding, "after dispose, renderer").samples())
                .hasSize(30);
        assertThat(ScriptedStage.figure(finding, "growth, renderer").samples()).hasSize(24);
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("renderer: no growth seen"))
                .anyMatch(note -> note.startsWith("the first 5 of 30 cycles count as warm-up"))
                .anyMatch(note -> note.equals("memory of processes: scripted RSS"));
    }

    @Test
    void peaks_are_kept_by_kind_and_in_total() {
        ScenarioFinding finding = soak(new Series(cycle -> 200 * MEGABYTE));

        assertThat(ScriptedStage.figure(finding, "peak, total").value()).contains(460.0 * MEGABYTE);
        assertThat(ScriptedStage.figure(finding, "peak, renderer").value()).contains(400.0 * MEGABYTE);
    }

    @Test
    void a_few_cycles_have_a_slope_but_no_verdict() {
        ScenarioFinding finding =
                soak(4, Optional.of(new Series(cycle -> cycle * MEGABYTE)), Script.right(Backends.WASM));

        assertThat(ScriptedStage.figure(finding, "growth, renderer").interval()).isEmpty();
        assertThat(finding.notes()).anyMatch(note -> note.contains("too few to tell growth"));
    }

    @Test
    void without_a_meter_the_runners_own_word_is_read_and_the_note_says_so() {
        ScenarioFinding finding = soak(
                12,
                Optional.empty(),
                Script.right(Backends.WASM)
                        .using(new Memory(16 * MEGABYTE, "the page", Optional.empty(), Map.of("wasm", 16 * MEGABYTE))));

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "growth, wasm").value()).contains(0.0);
        assertThat(finding.notes())
                .anyMatch(note -> note.contains("out of reach"))
                .anyMatch(note -> note.startsWith("wasm: the same in every cycle"));
    }

    @Test
    void a_page_that_dies_in_a_cycle_says_in_which() {
        ScenarioFinding dead =
                soak(10, Optional.empty(), Script.right(Backends.WASM).dying("dispose"));
        assertThat(dead.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.CRASHED);
            assertThat(trouble.failure().message()).startsWith("cycle 1 of 10");
        });
        assertThat(dead.figures()).isEmpty();
    }

    @Test
    void negative_control_an_output_that_turns_wrong_is_wrong() {
        int[] created = {0};
        ScenarioFinding finding = new ScriptedStage(page -> page.onPhase(
                                phase -> created[0] += phase.equals("create") ? 1 : 0)
                        .on(
                                Backends.WASM,
                                Script.right(Backends.WASM)
                                        .computing(inputs -> ScriptedStage.sumAnd(inputs, created[0] > 7 ? 1 : 0))))
                .play(new Soak(12), Backends.WASM);

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(trouble.failure().message()).startsWith("cycle 8 of 12");
        });
        assertThat(ScriptedStage.figure(finding, "warm inference").samples()).hasSize(7);
    }
}
