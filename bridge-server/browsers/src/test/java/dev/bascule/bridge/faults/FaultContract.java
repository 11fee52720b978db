package dev.bascule.bridge.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.RunnerSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is done to real browsers, each time in the middle of a measurement: the case that was running is told from a good
 * one, the launcher starts again, and nothing is left behind.
 */
@Tag("browser")
@Timeout(180)
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultContract {
    static final Duration LIMIT = LauncherContract.LIMIT;
    /** A block of 2 s on a page that answers, and how long that may take. */
    private static final BlockRequest SHORT = new BlockRequest(1, Duration.ofSeconds(2), Duration.ofSeconds(2));

    private static final Duration SHORT_LIMIT = Duration.ofSeconds(8);
    /** A block that is still going on when something is done to it, though the machine stood still for seconds before. */
    private static final BlockRequest LONG = new BlockRequest(1, Duration.ofSeconds(15), Duration.ofSeconds(15));

    private static final Duration LONG_LIMIT = Duration.ofSeconds(20);

    private static BridgeServer bridge;

    @TempDir
    static Path folder;

    private final LeftBehind before = new LeftBehind();
    private Optional<LaunchedRunner> up = Optional.empty();
    private boolean harmed;

    /** Started with {@code --remote-debugging-port=0}. */
    abstract PageHosts hosts();

    abstract PageHand hand(Path profile) throws Exception;

    /** Whether a process with this command line shows pages. */
    abstract boolean isRenderer(String commandLine);

    /** Whether a process with this command line is the browser's GPU process. */
    abstract boolean isGpuProcess(String commandLine);

    /** Whether the browser shows another page when the process of one was killed. */
    abstract boolean outlivesItsPage();

    /** Makes the process that shows the page crash by itself, not by a kill. */
    abstract void crash() throws Exception;

    @BeforeAll
    static void startBridge() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
    }

    @AfterAll
    static void stopBridge() {
        bridge.close();
    }

    @BeforeEach
    void launch() {
        if (up.isEmpty()) {
            startAgain();
        }
    }

    /** Whatever was done: killing works, nothing is left, and the next browser runs its case. It is the next test's. */
    @AfterEach
    void starts_again_and_leaves_nothing_behind() {
        if (harmed) {
            LaunchedRunner old = launched();
            up = Optional.empty();
            old.kill();
            leftNothing();
            startAgain();
        }
    }

    @AfterAll
    void closing_leaves_nothing_behind() {
        up.ifPresent(LaunchedRunner::close);
        leftNothing();
    }

    private void startAgain() {
        up = Optional.of(LauncherContract.started(new PageLauncher(bridge, hosts()).launch(bridge, LIMIT)));
        assertThat(session(Backends.WASM).finish(LIMIT)).isInstanceOf(Reply.Ok.class);
        harmed = false;
    }

    private void leftNothing() {
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    private LaunchedRunner launched() {
        return up.orElseThrow();
    }

    @Test
    void control_a_page_that_nothing_is_done_to_answers() {
        RunnerSession session = session(Backends.WASM);
        assertThat(session.measure(SHORT, LIMIT)).isInstanceOf(Reply.Ok.class);
        assertThat(session.finish(LIMIT)).isInstanceOf(Reply.Ok.class);
        harmed = false;
    }

    @Test
    void a_killed_renderer_is_lost_and_where_the_browser_outlives_it_a_new_page_takes_its_place() throws Exception {
        CompletableFuture<Reply<Block>> measuring = measuring(Backends.WASM);
        signal("KILL", this::isRenderer);
        isLost(measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS));
        if (outlivesItsPage()) {
            LauncherContract.started(launched().recycle(bridge, LIMIT));
            assertThat(open(Backends.WASM)).isInstanceOf(Reply.Ok.class);
        }
    }

    @Tag("full")
    @Test
    void a_page_that_crashes_by_itself_is_lost() throws Exception {
        CompletableFuture<Reply<Block>> measuring = measuring(Backends.WASM);
        crash();
        isLost(measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS));
    }

    @Tag("full")
    @Test
    void a_page_in_an_endless_loop_is_timed_out() throws Exception {
        RunnerSession session = session(Backends.WASM);
        try (PageHand hand = hand()) {
            hand.start("setTimeout(() => { while (true); }, 100)");
            TimeUnit.MILLISECONDS.sleep(500);
            isTimedOut(session.measure(SHORT, SHORT_LIMIT));
        }
    }

    @Test
    @Tag("full")
    void a_frozen_renderer_is_timed_out() throws Exception {
        CompletableFuture<Reply<Block>> measuring = CompletableFuture.completedFuture(session(Backends.WASM))
                .thenApplyAsync(session -> session.measure(LONG, LONG_LIMIT));
        TimeUnit.MILLISECONDS.sleep(500);
        signal("STOP", this::isRenderer);
        isTimedOut(measuring.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /** In {@code mvn verify} a page whose backend is gone is {@link #a_wasm_trap_poisons_its_page_and_no_other}'s. */
    @Tag("full")
    @Test
    void a_killed_gpu_process_ends_what_ran_on_it() throws Exception {
        assumeTrue(
                started().stream().anyMatch(process -> isGpuProcess(Processes.commandLine(process))),
                "this browser has no GPU process: WebGPU runs in its first one, whose end is in the launcher's"
                        + " contract");
        assumeHas(Backends.WEBGPU);
        CompletableFuture<Reply<Block>> measuring = measuring(Backends.WEBGPU);
        signal("KILL", this::isGpuProcess);
        isPoisonedOrGone(measuring.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    /** As above; what a page makes of a device that is destroyed is in engine-health.test.ts and execute-job.test.ts. */
    @Tag("full")
    @Test
    void a_destroyed_device_poisons_its_page_and_no_other() throws Exception {
        assumeHas(Backends.WEBGPU);
        try (PageHand hand = hand()) {
            hand.run(KEEP_DEVICE);
            CompletableFuture<Reply<Block>> measuring = measuring(Backends.WEBGPU);
            hand.run("globalThis.keptDevice.destroy()");
            isPoisoned(measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS));
        }
        isPoisoned(open(Backends.WEBGPU));
        LauncherContract.started(launched().recycle(bridge, LIMIT));
        assertThat(open(Backends.WEBGPU)).isInstanceOf(Reply.Ok.class);
    }

    @Tag("full")
    @Test
    void a_device_without_memory_left_poisons_its_page_and_no_other() throws Exception {
        assumeHas(Backends.WEBGPU);
        try (PageHand hand = hand()) {
            hand.run(KEEP_DEVICE);
            CompletableFuture<Reply<Block>> measuring = measuring(Backends.WEBGPU);
            hand.run(HOARD);
            TimeUnit.SECONDS.sleep(3);
            assumeTrue(
                    measuring.isDone() || hand.tell("globalThis.refusals > 0"),
                    "this device promises memory that it does not have");
            isPoisonedOrGone(measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Tag("full")
    @Test
    void an_output_beyond_all_memory_is_refused_and_the_case_after_it_runs() {
        Reply<RunnerSession> reply = open(FaultyJobs.outerSum(folder));
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        Fault fault = ((Reply.Failed<RunnerSession>) reply).fault();
        if (!(fault instanceof Fault.Refused refused) || refused.poisoned().isPresent()) {
            LauncherContract.started(launched().recycle(bridge, LIMIT));
        }
        assertThat(open(Backends.WASM)).isInstanceOf(Reply.Ok.class);
    }

    @Test
    @Tag("corpus")
    void a_wasm_trap_poisons_its_page_and_no_other() {
        assumeHas(Backends.WEBNN);
        Job trap = FaultyJobs.trap();
        isPoisoned(open(trap));
        isPoisoned(open(Backends.WASM));
        LauncherContract.started(launched().recycle(bridge, LIMIT));
        assertThat(open(Backends.WEBNN)).isInstanceOf(Reply.Ok.class);
    }

    private static final String KEEP_DEVICE = """
        (() => {
          const request = GPUAdapter.prototype.requestDevice;
          GPUAdapter.prototype.requestDevice = async function (...wishes) {
            return (globalThis.keptDevice = await request.apply(this, wishes));
          };
        })()
        """;

    /** Asks for buffers until the device refuses one; what it gives is not touched, so the machine keeps its memory. */
    private static final String HOARD = """
        (() => {
          const device = globalThis.keptDevice;
          globalThis.refusals = 0;
          device.addEventListener('uncapturederror', () => globalThis.refusals++);
          const size = device.limits.maxBufferSize;
          globalThis.hoard = Array.from({ length: 64 },
              () => device.createBuffer({ size, usage: GPUBufferUsage.STORAGE }));
        })()
        """;

    private void assumeHas(Backend backend) {
        assumeTrue(
                launched()
                        .runner()
                        .probe()
                        .backend(backend.id())
                        .filter(report ->
                                report.status() == BackendStatus.OK || report.status() == BackendStatus.DEGRADED)
                        .isPresent(),
                "this browser has no " + backend.id());
    }

    final PageHand hand() throws Exception {
        return hand(before.newProfiles().get(0));
    }

    private Reply<RunnerSession> open(Backend backend) {
        return open(TinyJobs.add(folder, backend));
    }

    /** Whoever opens a session may do harm to its browser. */
    private Reply<RunnerSession> open(Job job) {
        harmed = true;
        return launched().runner().open(job, LIMIT);
    }

    private RunnerSession session(Backend backend) {
        return open(backend).result().orElseThrow();
    }

    /** A measurement that runs until something ends it. */
    private CompletableFuture<Reply<Block>> measuring(Backend backend) throws Exception {
        RunnerSession session = session(backend);
        CompletableFuture<Reply<Block>> measuring = CompletableFuture.supplyAsync(
                () -> session.measure(new BlockRequest(1, LIMIT, LIMIT), LIMIT.plusSeconds(10)));
        TimeUnit.MILLISECONDS.sleep(500);
        assertThat(measuring).isNotDone();
        return measuring;
    }

    private List<ProcessHandle> started() {
        return before.newProcesses();
    }

    final void signal(String signal, Predicate<String> commandLine) throws Exception {
        List<ProcessHandle> hit = started().stream()
                .filter(process -> commandLine.test(Processes.commandLine(process)))
                .toList();
        assertThat(hit).isNotEmpty();
        for (ProcessHandle process : hit) {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    private static Fault fault(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        return ((Reply.Failed<?>) reply).fault();
    }

    private static void isLost(Reply<?> reply) {
        assertThat(fault(reply)).isInstanceOf(Fault.Lost.class);
    }

    private static void isTimedOut(Reply<?> reply) {
        assertThat(fault(reply)).isInstanceOf(Fault.TimedOut.class);
    }

    private static void isPoisoned(Reply<?> reply) {
        assertThat(fault(reply))
                .isInstanceOfSatisfying(
                        Fault.Refused.class,
                        refused -> assertThat(refused.poisoned()).isPresent());
    }

    private static void isPoisonedOrGone(Reply<?> reply) {
        if (fault(reply) instanceof Fault.Refused) {
            isPoisoned(reply);
        }
    }
}
