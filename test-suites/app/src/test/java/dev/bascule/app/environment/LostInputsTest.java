package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.local.LocalRunService;
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
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A case whose inputs the native side was to make, which is lost over it, costs its own cells: with real children. */
@Tag("native")
class LostInputsTest {
    @TempDir
    Path folder;

    @Test
    void a_case_whose_inputs_were_lost_twice_fails_and_the_others_run() throws Exception {
        List<String> notes = new ArrayList<>();
        RunRecord record = run(new Doomed(2, Optional.empty()), notes);

        assertThat(record.runs()).extracting(CaseRun::verdict).containsExactly(Verdict.FAILED, Verdict.PASS);
        Attempt lost = record.runs().get(0).attempts().get(0);
        assertThat(lost.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(lost.failure().orElseThrow().code()).isEqualTo(ErrorCode.REFERENCE_UNAVAILABLE);
        assertThat(record.runs().get(0).conditions().orElseThrow().inputs().tensors())
                .as("it was fed nothing, and nothing says that it was")
                .isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("mobilenet-micro", "is not run: native CPU, which makes its inputs, was lost twice");
        Path document = Files.writeString(folder.resolve("run.json"), RunDocuments.json(record));
        assertThat(RunDocuments.read(document)).isEqualTo(record);
    }

    @Test
    void without_a_native_side_the_report_says_so_for_each_cell() throws Exception {
        Failure crash = Failure.of(ErrorCode.PROBE_CRASHED, "SIGSEGV in [libonnxruntime.so]");
        RunRecord record = run(new Doomed(0, Optional.of(crash)), new ArrayList<>());

        assertThat(record.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.decisive().failure()).contains(crash))
                .allSatisfy(run -> assertThat(run.verdict()).isEqualTo(Verdict.UNSUPPORTED));
    }

    /** Real children, the first so many of which are killed when they have joined; or none at all. */
    private static final class Doomed {
        private final int killed;
        private final Optional<Failure> never;
        private int started;

        Doomed(int killed, Optional<Failure> never) {
            this.killed = killed;
            this.never = never;
        }

        Launcher around(Launcher real) {
            return new Launcher() {
                @Override
                public String id() {
                    return real.id();
                }

                @Override
                public Launch launch(RunnerGateway gateway, Duration timeout) {
                    if (never.isPresent()) {
                        return new Launch.NotStarted(never.get());
                    }
                    Launch launch = real.forBackend(Backends.NATIVE_CPU).launch(gateway, timeout);
                    if (started++ < killed && launch instanceof Launch.Started one) {
                        LaunchedRunner child = one.launched();
                        child.kill();
                    }
                    return launch;
                }
            };
        }
    }

    private RunRecord run(Doomed doomed, List<String> notes) throws Exception {
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            TimeBreakdown times = new TimeBreakdown();
            ErrorCollector errors = new ErrorCollector(Clock.systemUTC());
            RunnerSource source = new RunnerSource(
                            "native",
                            Side.NATIVE,
                            doomed.around(new NativeLauncher(bridge.runnerSocket())),
                            bridge,
                            Duration.ofSeconds(60),
                            times)
                    .reportTo(errors);
            RunEnvironment environment = new WithoutBrowser(source, new CacheFolder(folder), times, errors);
            return new LocalRunService((request, spent, listener) -> environment, Clock.systemUTC())
                    .run(request(), RunTurn.free(), new RunListener() {
                        @Override
                        public void note(String note) {
                            notes.add(note);
                        }
                    });
        }
    }

    private RunRequest request() throws Exception {
        Path probe = Files.write(folder.resolve("probe.onnx"), ProbeModel.bytes());
        return new RunRequest(
                new Invocation("20261125-000000-0001", "lost", "0".repeat(64), 1, "bascule run"),
                List.of(wanted("zoo:mobilenet-micro", "mobilenet-micro"), wanted(probe.toString(), "probe")),
                BrowserSetup.of(new BrowserChoice.None()),
                0);
    }

    private static SuiteCase wanted(String reference, String name) {
        return new SuiteCase(
                CaseId.of("lost", "model", name, Map.of()),
                new SuiteModel(reference, name, SuiteModel.Feed.NONE),
                RunSettings.DEFAULT
                        .with(CaseKeys.MIN_ITERATIONS, 2)
                        .with(CaseKeys.SOFTWARE_ITERATIONS, 2)
                        .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                        .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO)
                        .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(8)),
                List.of(Chain.of(Backends.NATIVE_CPU)),
                Comparisons.OFF);
    }
}
