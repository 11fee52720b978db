package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Figure;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A page of a real browser beside a real child process: the page's processes are killed among the work. */
@Tag("browser")
@Tag("chromium")
@Tag("native")
@Timeout(240)
@Tag("full")
class LostPagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SAMPLES = 300;
    /** The pool's threads, not the one that measures each device alone before. */
    private static final BooleanSupplier AMONG_THE_SAMPLES =
            () -> Thread.currentThread().getName().startsWith("bascule-replica");

    private static final BooleanSupplier ANY = () -> true;

    @TempDir
    Path folder;

    private BridgeServer bridge;
    private RunnerSource natives;
    private final List<RunnerSource> pages = new ArrayList<>();
    /** What the child waits for before each of its inferences. */
    private volatile Runnable childWaits = () -> {};

    @BeforeEach
    void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        natives = new RunnerSource(
                "native",
                Side.NATIVE,
                new Overheard(new NativeLauncher(bridge.runnerSocket()), () -> childWaits.run()),
                bridge,
                LIMIT,
                new TimeBreakdown());
    }

    @AfterEach
    void close() {
        pages.forEach(RunnerSource::close);
        natives.close();
        bridge.close();
    }

    private KillablePages browser(int launch, int inference, KillablePages.Victim victim, BooleanSupplier counts) {
        BrowserInstallation chromium = MachineBrowsers.shown().chromium().orElseThrow();
        LaunchMethod way = new Launchers(LaunchOptions.withHardwareGpu(false), DriverDiscovery.Found.NONE)
                .choose(chromium, Optional.empty());
        assumeTrue(way instanceof LaunchMethod.Available, () -> "it cannot be started: " + way);
        KillablePages killable = new KillablePages(
                new PageLauncher(bridge, ((LaunchMethod.Available) way).hosts()), launch, inference, victim, counts);
        pages.add(new RunnerSource("page", Side.BROWSER, killable, bridge, LIMIT, new TimeBreakdown()));
        return killable;
    }

    private StudyContext ground() {
        return new StudyContext(
                Onnx.branchedCase(folder),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", Onnx.branched(Onnx.X)))),
                List.of(new Place(pages.get(0), Backends.WASM), new Place(natives, Backends.NATIVE_CPU)),
                natives,
                new JobIds(),
                LIMIT);
    }

    private static Optional<Double> value(StudyOutcome outcome, String name) {
        return outcome.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .flatMap(Figure::value);
    }

    @ParameterizedTest
    @EnumSource(KillablePages.Victim.class)
    void a_page_killed_among_the_samples_loses_none_and_the_child_finishes_them(KillablePages.Victim victim) {
        KillablePages killable = browser(0, 3, victim, AMONG_THE_SAMPLES);
        // Else it may be through with all of them before the page has its third.
        childWaits = () -> {
            if (AMONG_THE_SAMPLES.getAsBoolean()) {
                killable.awaitKilled();
            }
        };
        StudyOutcome outcome = new ReplicaStudy(ground(), SAMPLES).run();

        assertThat(killable.killed()).isPositive();
        StudyOutcome.Setback setback = outcome.setback().orElseThrow();
        assertThat(setback.verdict()).as(setback.toString()).isEqualTo(Verdict.FLAKY);
        assertThat(setback.failure().code()).isEqualTo(ErrorCode.DEVICE_LOST);
        assertThat(setback.failure().message())
                .startsWith("wasm in page was lost on the way; no sample was, all " + SAMPLES);
        assertThat(value(outcome, "answered: all")).hasValue((double) SAMPLES);
        // Its record went with it, and its figures say so.
        assertThat(value(outcome, "answered: wasm in page (not proven)").orElseThrow())
                .isBetween(1.0, SAMPLES - 1.0);
        assertThat(outcome.notes())
                .anyMatch(
                        note -> note.startsWith("wasm in page was lost after ") && note.contains("which cpu finished"));
    }

    @Test
    @Tag("full")
    void a_page_killed_while_it_is_measured_alone_leaves_all_samples_to_the_child() {
        KillablePages killable = browser(0, 4, KillablePages.Victim.BROWSER, ANY);
        StudyOutcome outcome = new ReplicaStudy(ground(), SAMPLES).run();

        assertThat(killable.killed()).isPositive();
        assertThat(outcome.setback().orElseThrow().verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(value(outcome, "answered: cpu")).hasValue((double) SAMPLES);
        assertThat(outcome.notes())
                .anyMatch(note -> note.startsWith("wasm in page was lost while it was measured alone"));
    }

    @Test
    void negative_control_a_page_that_nobody_kills_is_not_lost() {
        KillablePages killable = browser(7, 1, KillablePages.Victim.BROWSER, ANY);
        StudyOutcome outcome = new ReplicaStudy(ground(), SAMPLES).run();

        assertThat(killable.killed()).isZero();
        assertThat(outcome.setback()).isEmpty();
    }

    @Test
    @Tag("full")
    void a_split_whose_page_dies_says_which_part_and_keeps_what_was_measured() {
        // The whole has a page of its own, which is started first. Two passes warm up, a block has three.
        KillablePages killable = browser(1, 8, KillablePages.Victim.RENDERER, ANY);
        StudyOutcome outcome = new SplitStudy(ground(), "add", 6).run();

        assertThat(killable.killed()).isPositive();
        StudyOutcome.Setback setback = outcome.setback().orElseThrow();
        assertThat(setback.verdict()).as(setback.toString()).isEqualTo(Verdict.CRASHED);
        assertThat(setback.failure().message()).startsWith("part 1 on wasm in page: ");
        assertThat(outcome.figures().stream()
                        .filter(figure -> figure.name().equals("split: total"))
                        .findFirst()
                        .orElseThrow()
                        .samples())
                .hasSize(5);
        assertThat(value(outcome, "split: times wasm in page alone")).isPresent();
    }
}
