package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.launch.LaunchMethod;
import dev.bascule.bridge.launch.Launchers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.testing.MachineBrowsers;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Figure;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two backends of a real browser beside a native child, as replicas and as parts that overlap. */
@Tag("browser")
@Tag("chromium")
@Tag("native")
@Timeout(240)
@Tag("full")
class BrowserLanesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SAMPLES = 60;

    @TempDir
    Path folder;

    private BridgeServer bridge;
    private RunnerSource natives;
    private RunnerSource page;

    @BeforeEach
    void start() {
        BrowserInstallation chromium = MachineBrowsers.shown().chromium().orElseThrow();
        LaunchMethod way = new Launchers(LaunchOptions.withHardwareGpu(false), DriverDiscovery.Found.NONE)
                .choose(chromium, Optional.empty());
        assertThat(way).isInstanceOf(LaunchMethod.Available.class);
        bridge = BridgeServer.start(BridgeConfig.defaults());
        natives = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        page = new RunnerSource(
                "page",
                Side.BROWSER,
                new PageLauncher(bridge, ((LaunchMethod.Available) way).hosts()),
                bridge,
                LIMIT,
                new TimeBreakdown());
    }

    @AfterEach
    void close() {
        page.close();
        natives.close();
        bridge.close();
    }

    private StudyContext over(Place... places) {
        return new StudyContext(
                Onnx.branchedCase(folder),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", Onnx.branched(Onnx.X)))),
                List.of(places),
                natives,
                new JobIds(),
                LIMIT);
    }

    private static double value(StudyOutcome outcome, String name) {
        return outcome.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .flatMap(Figure::value)
                .orElseThrow(() -> new AssertionError(name + " is not in "
                        + outcome.figures().stream().map(Figure::name).toList()));
    }

    @Test
    void two_lanes_of_a_browser_and_a_child_share_the_samples_and_say_where_they_ran() {
        StudyOutcome outcome = new ReplicaStudy(
                        over(
                                new Place(page, Backends.WASM),
                                new Place(page, Backends.WEBGPU),
                                new Place(natives, Backends.NATIVE_CPU)),
                        SAMPLES)
                .run();

        assertThat(outcome.setback()).isEmpty();
        assertThat(value(outcome, "answered: all")).isEqualTo(SAMPLES);
        assertThat(outcome.notes())
                .anyMatch(note -> note.matches("wasm in page: .*PROVEN.*"))
                .anyMatch(note -> note.matches("webgpu in page: .*PROVEN.*"))
                .anyMatch(note -> note.matches("cpu: .*PROVEN.*"))
                // Without a GPU the page's shaders run there as well.
                .anyMatch(note ->
                        note.contains("wasm in page") && note.contains("are on one device, this machine's processor"));
    }

    @Test
    void a_part_in_the_browser_and_a_part_in_a_child_overlap_and_give_what_they_give_in_turn() {
        StudyOutcome outcome = new SplitStudy(
                        over(new Place(page, Backends.WASM), new Place(natives, Backends.NATIVE_CPU)), "abs", 4)
                .run();

        assertThat(outcome.setback()).isEmpty();
        assertThat(value(outcome, "in turn: throughput")).isPositive();
        assertThat(value(outcome, "overlapped: throughput")).isPositive();
        assertThat(value(outcome, "overlapped: part 1 on wasm in page works")).isPositive();
        assertThat(value(outcome, "overlapped: part 2 on cpu works")).isPositive();
        assertThat(outcome.notes())
                .anyMatch(note -> note.startsWith("part 1 on wasm in page: "))
                .anyMatch(note -> note.startsWith("each overlapped output was held against native CPU's of its item"));
    }
}
