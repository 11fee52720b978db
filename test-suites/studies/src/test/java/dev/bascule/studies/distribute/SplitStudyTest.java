package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small model really cut over real child processes. */
@Tag("native")
@Timeout(180)
@Tag("full")
class SplitStudyTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private BridgeServer bridge;
    private RunnerSource source;

    @BeforeEach
    void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    }

    @AfterEach
    void close() {
        source.close();
        bridge.close();
    }

    private StudyContext ground(Tensor expected, Backend... backends) {
        return new StudyContext(
                Onnx.branchedCase(folder),
                new OutputChecker.Reference(Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", expected))),
                List.of(backends).stream()
                        .map(backend -> new Place(source, backend))
                        .toList(),
                source,
                new JobIds(),
                LIMIT);
    }

    private static Figure figure(StudyOutcome outcome, String name) {
        return outcome.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in "
                        + outcome.figures().stream().map(Figure::name).toList()));
    }

    @Test
    void three_parts_give_what_the_whole_gives_and_every_way_is_measured() {
        StudyContext study =
                ground(Onnx.branched(Onnx.X), Backends.NATIVE_CPU, Backends.NATIVE_CPU, Backends.NATIVE_CPU);
        StudyOutcome outcome = new SplitStudy(study, "add,abs", 4).run();
        assertThat(outcome.setback()).isEmpty();
        assertThat(figure(outcome, "split: part 1 on cpu #1, bytes back").value())
                .hasValue(16.0);
        assertThat(figure(outcome, "split: part 3 on cpu #3, bytes there").value())
                .hasValue(32.0);
        // Four blocks of three passages, or of one where the machine took long for them.
        int passages = figure(outcome, "split: total").samples().size();
        assertThat(passages).isIn(4, 12);
        assertThat(figure(outcome, "split: part 2 on cpu #2, way there").samples())
                .hasSize(passages);
        assertThat(figure(outcome, "split: times cpu alone").interval()).isPresent();
        assertThat(figure(outcome, "cpu alone: total").samples()).hasSize(passages);
        assertThat(outcome.notes()).anyMatch(note -> note.contains("part 2 on cpu #2: all 2 nodes there (PROVEN)"));
        double parts = figure(outcome, "split: computing").samples().get(0)
                + figure(outcome, "split: ways").samples().get(0);
        assertThat(parts)
                .isPositive()
                .isLessThanOrEqualTo(figure(outcome, "split: total").samples().get(0));
    }

    @Test
    void a_wrong_output_is_noticed() {
        StudyOutcome outcome = new SplitStudy(
                        ground(Tensor.floats(Onnx.FOUR, 1, 2, 3, 4), Backends.NATIVE_CPU, Backends.NATIVE_CPU),
                        "0.5",
                        4)
                .run();
        assertThat(outcome.setback().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
    }

    @Test
    @Tag("webgpu-native")
    void a_search_predicts_apart_from_what_it_measures() {
        Backend webgpu = Backends.installed().require("webgpu-native");
        StudyOutcome outcome =
                new SplitStudy(ground(Onnx.branched(Onnx.X), Backends.NATIVE_CPU, webgpu), "auto", 4).run();
        assertThat(outcome.setback()).isEmpty();
        assertThat(figure(outcome, "predicted: total").interval()).isPresent();
        assertThat(figure(outcome, "split: total").samples().size()).isIn(4, 12);
        assertThat(outcome.notes())
                .anyMatch(note -> note.startsWith("4 cuts looked at"))
                // Which cut is the fastest is measured: a part has one node or several.
                .anyMatch(note -> note.matches("part 2 on webgpu-native: (the one node|all \\d+ nodes) there.*"));
    }

    @Test
    void a_cut_that_cannot_be_made_is_refused_with_the_reason() {
        StudyOutcome outcome = new SplitStudy(
                        ground(Onnx.branched(Onnx.X), Backends.NATIVE_CPU, Backends.NATIVE_CPU), "nobody", 4)
                .run();
        assertThat(outcome.setback().orElseThrow().failure().message()).contains("no node or value 'nobody'");
    }
}
