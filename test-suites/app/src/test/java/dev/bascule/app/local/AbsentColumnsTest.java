package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.CaseScript;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.studies.conformance.AbsentColumn;
import dev.bascule.studies.conformance.Cases;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.suites.expectations.ExpectationReader;
import dev.bascule.suites.expectations.ExpectationResult;
import dev.bascule.suites.expectations.ExpectationUpdate;
import dev.bascule.suites.expectations.Expectations;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
    void a_browser_that_is_there_and_cannot_be_started_says_what_it_lacks() {
        Failure lacks = Failure.of(ErrorCode.TOOL_MISSING, "firefox needs geckodriver");

        assertThat(AbsentColumn.of(run(CPU, List.of(lacks), "wasm")))
                .extracting(AbsentColumn::why)
                .containsExactly(lacks);
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
    void cases_left_over_by_a_side_that_dies_and_does_not_start_again_never_began_and_teach_nothing() {
        AtomicInteger starts = new AtomicInteger();
        Launcher mortal = new Launcher() {
            private final ScriptedLauncher first = ScriptedLauncher.of(number -> ScriptedRunner.named("native")
                    .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
                    .packing(CaseScript.dying("SIGSEGV"))
                    .build());

            @Override
            public String id() {
                return "mortal";
            }

            @Override
            public Launch launch(RunnerGateway gateway, Duration timeout) {
                return starts.getAndIncrement() == 0
                        ? first.launch(gateway, timeout)
                        : new Launch.NotStarted(Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "no display"));
            }
        };
        RunRecord record = run(mortal, "cpu");

        assertThat(record.runs())
                .hasSize(2)
                .allMatch(CaseRun::neverBegan)
                .as("to have lost a side on the way is a failure all the same")
                .allMatch(run -> run.verdict() == Verdict.FAILED);
        assertThat(AbsentColumn.of(record)).hasSize(1);
        assertThat(ExpectationUpdate.of("", "known.yaml", Expectations.NONE, record, true)
                        .text())
                .isEmpty();
        Expectations known = ExpectationReader.parse("expectations:\n  - {case: '*', expect: CRASHED}\n", "known.yaml");
        assertThat(known.judge(record))
                .allSatisfy(judgement -> assertThat(judgement)
                        .isInstanceOfSatisfying(
                                ExpectationResult.UnexpectedFailure.class,
                                failure -> assertThat(failure.expected())
                                        .isEqualTo(ExpectationResult.UnexpectedFailure.NOTHING)));
        assertThat(record.runs()).allMatch(known.known(record)::isUnexpected);
    }

    @Test
    void a_column_of_which_anything_was_tried_is_none() {
        assertThat(AbsentColumn.of(run(CPU, "cpu"))).isEmpty();
    }

    private static RunRecord run(Launcher launcher, String... backends) {
        return run(launcher, List.of(), backends);
    }

    private static RunRecord run(Launcher launcher, List<Failure> defects, String... backends) {
        return new LocalConformanceService(
                        (setup, sides, times, listener) -> new NativeOnly(launcher, times, defects), Clock.systemUTC())
                .run(
                        new ConformanceRequest(
                                new Invocation("run", "suite", "0".repeat(64), 1, "test"),
                                new ConformanceCases(Cases.adding(List.of("a", "b")), List.of()),
                                List.of(backends),
                                BrowserSetup.of(new BrowserChoice.Auto()),
                                1,
                                Duration.ofSeconds(10)),
                        RunTurn.free(),
                        new ConformanceListener() {});
    }
}
