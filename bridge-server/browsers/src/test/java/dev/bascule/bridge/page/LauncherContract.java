package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.target.Browser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every way to start a browser does alike: it comes, runs a model, is renewed, dies, and leaves nothing behind. */
@Timeout(150)
public interface LauncherContract {
    Duration LIMIT = Duration.ofSeconds(60);

    /** What ends a measurement is heard of before its own limit; how soon depends on what else the machine does. */
    Duration NOTICED = Duration.ofSeconds(45);

    /** A bridge that may be shared between tests. */
    BridgeServer bridge();

    /** The launcher, at that bridge; the class is tagged with the browser and the driver that it needs. */
    Launcher launcher();

    /** A folder for model files. */
    Path folder();

    /** The browser's first process among those that a launch started. */
    ProcessHandle browser(List<ProcessHandle> started);

    /** Whoever ended a browser has waited for the end of its processes. */
    default void leavesNothing(LeftBehind before) {
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    /** Of a browser on another machine there are no processes to read. */
    default boolean hasProcessesInReach() {
        return true;
    }

    /** What else a browser that runs is asked. */
    default void goesOn(LaunchedRunner launched) {}

    /** One browser's whole life: its start takes longer than all that it is asked. */
    @Test
    default void its_page_joins_and_runs_a_model_is_renewed_and_leaves_nothing_when_it_is_closed_twice() {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = started(launcher().launch(bridge(), LIMIT));
        try {
            assertThat(before.newProcesses()).isNotEmpty();
            tellsWhatItIs(launched);
            runsAModel(launched.runner());
            tellsItsMemory(launched);
            isRenewed(launched, before);
            goesOn(launched);
        } finally {
            launched.close();
        }
        leavesNothing(before);
        launched.close();
        launched.kill();
    }

    private void tellsWhatItIs(LaunchedRunner launched) {
        Browser browser = launched.browser().orElseThrow();
        assertThat(browser.launcher()).isEqualTo(launcher().id());
        assertThat(browser.name()).isNotBlank();
        assertThat(browser.version()).matches("\\d+(\\.\\d+)*.*");
        assertThat(launched.runner().probe().environment()).containsKey("userAgent");
    }

    private void runsAModel(Runner runner) {
        RunnerSession session =
                runner.open(TinyJobs.add(folder()), LIMIT).result().orElseThrow();
        assertThat(session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT)).isInstanceOf(Reply.Ok.class);
        assertThat(session.finish(LIMIT)).isInstanceOf(Reply.Ok.class);
    }

    /** The memory of its processes, by what they are for. */
    private void tellsItsMemory(LaunchedRunner launched) {
        Optional<MemoryMeter> meter = launched.memory();
        assertThat(meter.isPresent()).as("reads memory").isEqualTo(hasProcessesInReach());
        if (meter.isPresent()) {
            meter.get().restart();
            assertThat(launched.runner().open(TinyJobs.add(folder()), LIMIT)).isInstanceOf(Reply.Ok.class);
            MemoryMeter.Reading reading = meter.get().read();
            assertThat(reading.peakBytes()).containsKey("browser").hasSizeGreaterThan(1);
            assertThat(reading.currentTotal()).isBetween(20_000_000L, 8_000_000_000L);
            assertThat(reading.peakTotal()).isGreaterThanOrEqualTo(reading.residentTotal());
            assertThat(reading.source()).isNotBlank();
        }
    }

    /** A recycled page is a new runner in the same browser. */
    private void isRenewed(LaunchedRunner launched, LeftBehind before) {
        Runner old = launched.runner();
        ProcessHandle process = browser(before.newProcesses());
        LaunchedRunner again = started(launched.recycle(bridge(), LIMIT));
        assertThat(again.runner()).isNotSameAs(old);
        assertThat(old.open(TinyJobs.add(folder()), LIMIT)).satisfies(LauncherContract::isLost);
        assertThat(again.runner().open(TinyJobs.add(folder()), LIMIT)).isInstanceOf(Reply.Ok.class);
        assertThat(browser(before.newProcesses())).isEqualTo(process);
    }

    @Test
    default void killing_ends_what_runs_and_leaves_no_process_and_no_profile() throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = started(launcher().launch(bridge(), LIMIT));
        CompletableFuture<Reply<?>> measuring = measuring(launched);
        launched.kill();
        assertThat(measuring.get(NOTICED.toSeconds(), TimeUnit.SECONDS)).satisfies(LauncherContract::isLost);
        leavesNothing(before);
        launched.close();
    }

    @Test
    default void a_browser_that_is_killed_by_somebody_else_is_lost_and_not_waited_for() throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = started(launcher().launch(bridge(), LIMIT));
        CompletableFuture<Reply<?>> measuring = measuring(launched);
        browser(before.newProcesses()).destroyForcibly();
        assertThat(measuring.get(NOTICED.toSeconds(), TimeUnit.SECONDS)).satisfies(LauncherContract::isLost);
        launched.close();
        leavesNothing(before);
    }

    @Test
    default void a_page_that_never_joins_is_reported_and_its_browser_killed() {
        LeftBehind before = new LeftBehind();
        try (BridgeServer deaf = BridgeServer.start(BridgeConfig.defaults())) {
            // The page joins at the bridge; this gateway is another one's and waits in vain.
            Launcher.Launch launch = launcher().launch(deaf, Duration.ofSeconds(15));
            assertThat(launch)
                    .isInstanceOfSatisfying(
                            Launcher.Launch.NotStarted.class,
                            refused -> assertThat(refused.failure().code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED));
        }
        leavesNothing(before);
    }

    /** A measurement that runs until something ends it. */
    private CompletableFuture<Reply<?>> measuring(LaunchedRunner launched) throws Exception {
        RunnerSession session =
                launched.runner().open(TinyJobs.add(folder()), LIMIT).result().orElseThrow();
        CompletableFuture<Reply<?>> measuring = CompletableFuture.supplyAsync(
                () -> session.measure(new BlockRequest(1, LIMIT, LIMIT), LIMIT.plusSeconds(10)));
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(measuring).isNotDone();
        return measuring;
    }

    static LaunchedRunner started(Launcher.Launch launch) {
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
    }

    static void isLost(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<?>) reply).fault()).isInstanceOf(Fault.Lost.class);
    }
}
