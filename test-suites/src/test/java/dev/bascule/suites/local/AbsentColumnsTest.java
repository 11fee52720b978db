package dev.bascule.suites.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.CaseScript;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.conformance.AbsentColumn;
import dev.bascule.suites.conformance.Cases;
import dev.bascule.suites.conformance.ConformanceCases;
import dev.bascule.suites.conformance.ConformanceListener;
import dev.bascule.suites.conformance.ConformanceRequest;
import dev.bascule.suites.execution.JobIds;
import dev.bascule.suites.execution.NoiseMeter;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.scenario.StreamInput;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.BrowserSetup;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AbsentColumnsTest {
    private static final ScriptedLauncher CPU = ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
            .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
            .packing(CaseScript.right(Backends.NATIVE_CPU))
            .build());

    @Test
    void a_machine_without_a_browser_runs_what_needs_none() {
        RunRecord record = run(CPU, "wasm", "cpu");

        assertThat(record.runs()).hasSize(4);
        assertThat(record.runs().subList(2, 4)).extracting(CaseRun::verdict).containsOnly(Verdict.PASS);
        assertThat(AbsentColumn.of(record)).singleElement().satisfies(column -> {
            assertThat(column.cells()).isEqualTo(2);
            assertThat(column.why().code()).isEqualTo(ErrorCode.NO_BROWSER);
            assertThat(column.any().decisive().target().backend()).isEqualTo(Backends.WASM);
        });
    }

    @Test
    void a_native_side_that_does_not_start_is_a_column_that_never_ran() {
        RunRecord record =
                run(ScriptedLauncher.broken(Failure.of(ErrorCode.TOOL_MISSING, "there is no java")), "wasm", "cpu");

        assertThat(record.runs()).hasSize(4).allMatch(CaseRun::neverBegan);
        assertThat(AbsentColumn.of(record))
                .extracting(column -> column.why().message())
                .containsExactly("no browser was found on this machine", "there is no java");
    }

    @Test
    void a_column_of_which_anything_was_tried_is_none() {
        assertThat(AbsentColumn.of(run(CPU, "cpu"))).isEmpty();
    }

    private static RunRecord run(ScriptedLauncher launcher, String... backends) {
        return new LocalConformanceService(
                        (setup, ledger, listener) -> new NativeOnly(launcher, ledger), Clock.systemUTC())
                .run(
                        new ConformanceRequest(
                                "run",
                                "suite",
                                "0".repeat(64),
                                1,
                                "test",
                                new ConformanceCases(Cases.adding(List.of("a", "b")), List.of()),
                                List.of(backends),
                                BrowserSetup.of(new BrowserChoice.Auto()),
                                1,
                                Duration.ofSeconds(10)),
                        new ConformanceListener() {});
    }

    /** A machine without browsers. */
    private static final class NativeOnly implements Workbench {
        private final RunnerSource source;
        private final JobIds ids = new JobIds();

        NativeOnly(ScriptedLauncher launcher, TimeLedger ledger) {
            source = new RunnerSource(
                    "native",
                    Side.NATIVE,
                    launcher,
                    new RunnerHub(Duration.ofSeconds(1)),
                    Duration.ofSeconds(10),
                    ledger);
        }

        @Override
        public Machine machine() {
            return new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of());
        }

        @Override
        public RunnerSource nativeSource() {
            return source;
        }

        @Override
        public List<RunnerSource> browsers() {
            return List.of();
        }

        @Override
        public JobIds jobIds() {
            return ids;
        }

        @Override
        public void kill() {
            source.kill();
        }

        @Override
        public void close() {
            source.close();
        }

        @Override
        public NoiseMeter noise() {
            throw new AssertionError("nothing is timed");
        }

        @Override
        public References references(Duration timeout) {
            throw new AssertionError("expected outputs are published");
        }

        @Override
        public PreparedCase prepare(SuiteCase wanted, long seed, Collection<RunnerSource> pages) {
            throw new AssertionError("cases come ready");
        }

        @Override
        public StreamInput sound(SuiteCase wanted) {
            throw new AssertionError("nothing sounds");
        }

        @Override
        public Map<String, ModelArtifact> sounds() {
            throw new AssertionError("nothing sounds");
        }

        @Override
        public PreparedCase probe() {
            throw new AssertionError("nothing is probed");
        }
    }
}
