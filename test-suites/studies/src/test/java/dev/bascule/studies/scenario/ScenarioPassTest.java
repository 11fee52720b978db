package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.runner.Script;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioPassTest {
    private final ScriptedStage scenarioRunner =
            new ScriptedStage(page -> page.on(Backends.WASM, Script.right(Backends.WASM)));
    private final Place place = new Place(scenarioRunner.source, Backends.WASM);
    private final PreparedCase testCase = new PreparedCase(
            ScriptedStage.sum("sum", 10).id(),
            ScriptedStage.sum("sum", 10).model(),
            ScriptedStage.sum("sum", 10).artifact(),
            List.of("sum"),
            Map.of(),
            PreparedCase.Feeding.of(ScriptedStage.sum("sum", 10).feeds()),
            ScriptedStage.sum("sum", 10).settings(),
            PreparedCase.Answers.of(Optional.of(ScriptedStage.right())),
            java.util.Map.of());

    private CaseRun ran(Outcome outcome, Verdict verdict) {
        Attempt attempt = outcome == Outcome.SUCCEEDED
                ? new Attempt(
                        place.target(),
                        outcome,
                        Optional.empty(),
                        Evidence.none("wasm"),
                        Attempt.Measured.NONE,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        new Span(Instant.EPOCH, Duration.ZERO))
                : Attempt.notStarted(
                        place.target(),
                        outcome,
                        Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "no navigator.ml", "another browser"),
                        Instant.EPOCH,
                        Duration.ZERO);
        return Attempts.comingTo(
                verdict,
                new CaseRun(
                        testCase.id(),
                        testCase.model(),
                        Chain.of(Backends.WASM),
                        List.of(attempt),
                        Optional.empty(),
                        "again"));
    }

    private ScenarioRun play(CaseRun ran) {
        References references =
                new References(scenarioRunner.source, ScriptedStage.LIMIT, new JobIds(), new TimeBreakdown(), 17);
        return new ScenarioPass(
                        references,
                        ScriptedStage.sum("other", 20),
                        java.util.Map.of(),
                        new JobIds(),
                        MeasurementPlan.GLANCE,
                        Clock.systemUTC(),
                        dev.bascule.fallback.hardware.HardwareMap::empty)
                .play(new ScenarioPass.Wanted(
                        new ScenarioSpec(ScenarioKind.VISITS, 1),
                        testCase,
                        place,
                        ran,
                        scenarioRunner.sound,
                        "bascule run x --scenario visits"));
    }

    @Test
    void a_target_that_ran_right_is_played_and_ends_with_the_line_that_repeats_it() {
        ScenarioRun run = play(ran(Outcome.SUCCEEDED, Verdict.PASS));

        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.scenario()).isEqualTo("visits");
        assertThat(run.observed().figures()).isNotEmpty();
        assertThat(run.target().backend()).isEqualTo(Backends.WASM);
        assertThat(run.reproduce()).isEqualTo("bascule run x --scenario visits");
    }

    @Test
    void a_backend_that_is_not_there_is_unsupported_with_its_reason_and_not_left_out() {
        ScenarioRun run = play(ran(Outcome.UNAVAILABLE, Verdict.UNSUPPORTED));

        assertThat(run.verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(run.failure()).hasValueSatisfying(failure -> {
            assertThat(failure.message()).isEqualTo("no navigator.ml");
            assertThat(failure.remedies()).containsExactly("another browser");
        });
    }

    @Test
    void a_target_that_never_ran_right_is_skipped_with_the_reason() {
        ScenarioRun run = play(ran(Outcome.FAILED, Verdict.FAILED));

        assertThat(run.verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(run.failure().orElseThrow().message())
                .contains("did not run right")
                .contains("no navigator.ml");
    }

    @Test
    void one_who_wants_out_gets_out_and_nothing_is_left_running() {
        Thread.currentThread().interrupt();
        ScenarioRun run = play(ran(Outcome.SUCCEEDED, Verdict.PASS));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(run.failure().orElseThrow().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        // The runner that told the target is the spare one of its source; the scenario's own are gone.
        assertThat(scenarioRunner.launcher.alive()).isLessThanOrEqualTo(1);
    }
}
