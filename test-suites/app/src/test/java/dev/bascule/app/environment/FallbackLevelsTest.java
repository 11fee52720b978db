package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.local.LocalRunService;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.nativerunner.machine.MachineProbe;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run goes on though a part of the product, a device or a process is not there, with real children. */
@Tag("native")
class FallbackLevelsTest {
    @TempDir
    Path folder;

    @Test
    void a_component_missing_a_machine_that_cannot_be_read_costs_its_name_and_no_cell() throws Exception {
        LocalRunEnvironments environments =
                new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), Map.of(), () -> {
                    throw new UnsatisfiedLinkError("Unable to load library 'c'");
                });
        RunRecord record = run(environments, RunListener.silent(), Chain.of(Backends.NATIVE_CPU));

        assertThat(record.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.verdict()).isEqualTo(Verdict.PASS));
        assertThat(record.machine().cpu().name()).isEqualTo("not told by the system");
        assertThat(record.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.failure().code()).isEqualTo(ErrorCode.MACHINE_UNREAD));
    }

    @Test
    void a_component_missing_without_a_browser_its_cells_say_so_and_the_native_ones_run() throws Exception {
        RunRecord record;
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            TimeBreakdown times = new TimeBreakdown();
            ErrorCollector errors = new ErrorCollector(Clock.systemUTC());
            RunnerSource source = new RunnerSource(
                            "native",
                            Side.NATIVE,
                            new NativeLauncher(bridge.runnerSocket()),
                            bridge,
                            Duration.ofSeconds(60),
                            times)
                    .reportTo(errors);
            RunEnvironment environment = new WithoutBrowser(source, new CacheFolder(folder), times, errors);
            record = new LocalRunService((request, spent, listener) -> environment, Clock.systemUTC())
                    .run(
                            request(
                                    BrowserSetup.of(new BrowserChoice.All()),
                                    Duration.ZERO,
                                    Chain.of(Backends.WEBGPU),
                                    Chain.of(Backends.NATIVE_CPU)),
                            RunTurn.free(),
                            RunListener.silent());
        }

        assertThat(record.runs()).extracting(CaseRun::verdict).containsExactly(Verdict.UNSUPPORTED, Verdict.PASS);
        assertThat(record.runs().get(0).decisive().failure().orElseThrow().code())
                .isEqualTo(ErrorCode.NO_BROWSER);
    }

    /** In {@code mvn verify} an operator goes down a native chain: {@code OperationRunTest}. */
    @Tag("full")
    @Test
    void hardware_missing_the_chain_goes_on_to_the_next_rung() throws Exception {
        Assumptions.assumeFalse(Files.exists(Path.of("/dev/nvidiactl")), "this machine has an NVIDIA GPU");
        RunRecord record = run(environments(), RunListener.silent(), Chain.of(Backends.CUDA, Backends.NATIVE_CPU));

        CaseRun run = record.runs().get(0);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.UNAVAILABLE, Outcome.SUCCEEDED);
        assertThat(record.errors()).anySatisfy(error -> {
            assertThat(error.place()).hasToString("backend of cuda");
            assertThat(error.failure().remedies()).isNotEmpty();
        });
    }

    @Test
    @Tag("webgpu-native")
    @Tag("full")
    void failure_while_it_runs_a_child_killed_for_real_costs_its_rung_and_the_next_one_is_right() throws Exception {
        AtomicInteger killed = new AtomicInteger();
        RunListener killer = new RunListener() {
            @Override
            public void started(Cell cell) {
                // Its children have joined; what follows are the session, the warm-up and the timed inferences.
                CompletableFuture.runAsync(
                        () -> children("webgpu-native")
                                .filter(ProcessHandle::destroyForcibly)
                                .forEach(child -> killed.incrementAndGet()),
                        CompletableFuture.delayedExecutor(1500, TimeUnit.MILLISECONDS));
            }
        };
        try (LocalRunEnvironment environment = environments()
                .open(BrowserSetup.of(new BrowserChoice.None()), new TimeBreakdown(), RunListener.silent())) {
            Assumptions.assumeTrue(
                    environment.nativeSource().report(Backends.WEBGPU_NATIVE).status() != BackendStatus.MISSING,
                    "webgpu-native is not here: bascule install webgpu-native");
        }
        RunRecord record = run(
                environments(),
                killer,
                // Long enough to be killed in.
                Duration.ofSeconds(6),
                Chain.of(Backends.WEBGPU_NATIVE, Backends.NATIVE_CPU));

        assertThat(killed).hasValue(1);
        CaseRun run = record.runs().get(0);
        assertThat(run.attempts().get(0).outcome()).isEqualTo(Outcome.CRASHED);
        assertThat(run.attempts().get(0).failure().orElseThrow().code()).isEqualTo(ErrorCode.PROCESS_KILLED);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.decisive().target().backend()).isEqualTo(Backends.NATIVE_CPU);
        assertThat(record.errors()).anySatisfy(error -> {
            assertThat(error.failure().code()).isEqualTo(ErrorCode.PROCESS_KILLED);
            assertThat(error.place()).hasToString("attempt of webgpu-native");
        });
    }

    @Test
    @Tag("attack")
    void what_was_measured_before_an_error_ended_the_run_is_handed_over() throws Exception {
        RunListener dying = new RunListener() {
            private int begun;

            @Override
            public void started(Cell cell) {
                if (++begun == 2) {
                    throw new NoClassDefFoundError("dev/bascule/Gone");
                }
            }
        };
        RunRequest request = request(
                BrowserSetup.of(new BrowserChoice.None()),
                Duration.ZERO,
                Chain.of(Backends.NATIVE_CPU),
                Chain.of(Backends.CUDA));
        LocalRunService service = new LocalRunService(environments(), Clock.systemUTC());

        assertThatThrownBy(() -> service.run(request, RunTurn.free(), dying))
                .isInstanceOfSatisfying(RunAbortedException.class, end -> {
                    assertThat(end.reason()).isInstanceOf(NoClassDefFoundError.class);
                    assertThat(end.kept().extent().interrupted()).isTrue();
                    assertThat(end.kept().runs())
                            .singleElement()
                            .satisfies(run -> assertThat(run.verdict()).isEqualTo(Verdict.PASS));
                    assertThat(end.kept().extent().notRun()).hasSize(1);
                });
    }

    private LocalRunEnvironments environments() {
        return new LocalRunEnvironments(
                BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), Map.of(), MachineProbe::read);
    }

    private RunRecord run(LocalRunEnvironments environments, RunListener listener, Chain chain) throws Exception {
        return run(environments, listener, Duration.ZERO, chain);
    }

    private RunRecord run(LocalRunEnvironments environments, RunListener listener, Duration minDuration, Chain chain)
            throws Exception {
        return new LocalRunService(environments, Clock.systemUTC())
                .run(request(BrowserSetup.of(new BrowserChoice.None()), minDuration, chain), RunTurn.free(), listener);
    }

    private RunRequest request(BrowserSetup setup, Duration minDuration, Chain... chains) throws Exception {
        Path model = Files.write(folder.resolve("probe.onnx"), ProbeModel.bytes());
        SuiteModel one = new SuiteModel(model.toString(), "probe", SuiteModel.Feed.NONE);
        RunSettings settings = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 20)
                .with(CaseKeys.SOFTWARE_ITERATIONS, 20)
                .with(CaseKeys.MIN_DURATION, minDuration)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ofMillis(100))
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(8));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("levels", "model", "probe", Map.of()), one, settings, List.of(chains), Comparisons.OFF);
        return new RunRequest(
                new Invocation("levels", "levels", "0".repeat(64), 1, "bascule run probe.onnx"),
                List.of(wanted),
                setup,
                0);
    }

    private static Stream<ProcessHandle> children(String backend) {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info()
                        .commandLine()
                        .map(line -> line.contains("NativeRunnerMain") && line.contains(backend))
                        .orElse(false));
    }
}
