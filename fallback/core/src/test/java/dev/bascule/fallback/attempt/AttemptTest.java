package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.error.Severity;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttemptTest {
    private static final Attempt RIGHT = Attempts.of(Backends.WASM, Outcome.SUCCEEDED);

    @Test
    void a_success_has_no_failure_and_all_else_has_one() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Outcome.SUCCEEDED, Optional.of(failure()), Optional.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Outcome.CRASHED, Optional.empty(), Optional.empty()));
    }

    @Test
    @Tag("red-team")
    void wrong_outputs_cannot_be_written_down_as_a_success() {
        Numerics wrong = new Numerics(
                Numerics.Reference.EXPECTED_OUTPUT,
                new Difference(1, 1, 1, 1, OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty()),
                Tolerance.EXACT,
                1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Outcome.SUCCEEDED, Optional.empty(), Optional.of(wrong)));
        assertThat(with(Outcome.WRONG, Optional.of(failure()), Optional.of(wrong))
                        .succeeded())
                .isFalse();
    }

    @Test
    void the_decisive_attempt_is_the_one_that_succeeded_else_the_last() {
        Attempt absent = Attempts.of(Backends.WEBGPU, Outcome.UNAVAILABLE);
        Attempt crashed = Attempts.of(Backends.WEBNN, Outcome.CRASHED);
        assertThat(run(absent, crashed, RIGHT).decisive()).isEqualTo(RIGHT);
        assertThat(run(absent, crashed).decisive()).isEqualTo(crashed);
    }

    @Test
    void a_run_without_attempts_is_no_run() {
        assertThatIllegalArgumentException().isThrownBy(AttemptTest::run);
    }

    @Test
    void the_worst_verdict_wins() {
        assertThat(Verdict.worst(List.of(Verdict.PASS, Verdict.WRONG, Verdict.FELL_BACK)))
                .contains(Verdict.WRONG);
        assertThat(Verdict.worst(List.of(Verdict.PASS, Verdict.FLAKY))).contains(Verdict.FLAKY);
        assertThat(Verdict.worst(List.of())).isEmpty();
    }

    @Test
    void no_verdict_is_both_right_and_a_failure() {
        assertThat(Verdict.values()).noneMatch(verdict -> verdict.isRight() && verdict.isFailure());
        assertThat(Verdict.values())
                .filteredOn(verdict -> !verdict.isRight() && !verdict.isFailure())
                .containsExactly(Verdict.SKIPPED, Verdict.UNSUPPORTED);
    }

    @Test
    void outputs_of_a_software_adapter_and_of_a_partial_placement_carry_a_warning_each() {
        Attempt partly = on(
                Attempts.succeeded(Backends.WEBGPU, Map.of("webgpu", 3, "wasm", 2)),
                Optional.of(true),
                Optional.of(RIGHTLY));
        assertThat(partly.warnings())
                .extracting(Failure::code)
                .containsExactly(ErrorCode.SOFTWARE_ADAPTER, ErrorCode.PLACEMENT_PARTIAL);
        assertThat(partly.warnings().get(1).message()).isEqualTo("3 of 5 nodes ran on webgpu, the others on wasm");
        assertThat(partly.warnings()).allMatch(warning -> warning.code().severity() == Severity.WARNING);
    }

    /** Negative controls: hardware, a whole placement, and what never brought an output. */
    @Test
    void what_ran_wholly_on_hardware_or_not_at_all_carries_none() {
        Attempt whole = Attempts.succeeded(Backends.WEBGPU, Map.of("webgpu", 5));
        assertThat(on(whole, Optional.of(false), Optional.of(RIGHTLY)).warnings())
                .isEmpty();
        assertThat(on(whole, Optional.empty(), Optional.of(RIGHTLY)).warnings()).isEmpty();
        assertThat(on(whole, Optional.of(true), Optional.empty()).warnings()).isEmpty();
    }

    /** One collected error each, however many cells there are and however many nodes each has. */
    @Test
    void warnings_of_many_cells_are_collected_as_one_with_its_count() {
        ErrorCollector collector = new ErrorCollector(java.time.Clock.systemUTC());
        for (int nodes = 1; nodes <= 4; nodes++) {
            on(
                            Attempts.succeeded(Backends.WEBGPU, Map.of("webgpu", nodes, "wasm", 2)),
                            Optional.of(true),
                            Optional.of(RIGHTLY))
                    .warnings()
                    .forEach(warning -> collector.report(ErrorPlace.of(ErrorPlace.ATTEMPT), warning));
        }
        assertThat(collector.all()).hasSize(2).allMatch(error -> error.count() == 4);
    }

    private static final Numerics RIGHTLY = new Numerics(
            Numerics.Reference.EXPECTED_OUTPUT,
            new dev.bascule.fallback.numerics.Difference(
                    1, 0, 0, 0, java.util.OptionalDouble.empty(), java.util.OptionalDouble.empty(), Optional.empty()),
            dev.bascule.fallback.numerics.Tolerance.EXACT,
            1);

    private static Attempt on(Attempt made, Optional<Boolean> software, Optional<Numerics> numerics) {
        Evidence seen = made.evidence();
        return new Attempt(
                made.target(),
                made.outcome(),
                made.failure(),
                new Evidence(
                        seen.proof(),
                        seen.where(),
                        seen.nodes(),
                        seen.partitions(),
                        software,
                        seen.deviceType(),
                        seen.facts(),
                        seen.notes(),
                        List.of()),
                new Attempt.Measured(made.measured().phases(), Optional.empty(), Optional.empty(), Optional.empty()),
                numerics,
                Optional.empty(),
                List.of(),
                made.span());
    }

    static CaseRun run(Attempt... attempts) {
        return new CaseRun(
                CaseId.of("s", "p", "c", Map.of()),
                new ModelInfo("m", "0".repeat(64), 1, Family.OTHER, "unknown", Map.of(), Map.of(), 0),
                Chain.BROWSER,
                List.of(attempts),
                Optional.empty(),
                "bascule run");
    }

    private static Failure failure() {
        return Failure.of(ErrorCode.EXECUTION_FAILED, "it failed");
    }

    private static Attempt with(Outcome outcome, Optional<Failure> failure, Optional<Numerics> numerics) {
        return new Attempt(
                RIGHT.target(),
                outcome,
                failure,
                RIGHT.evidence(),
                new Attempt.Measured(RIGHT.measured().phases(), Optional.empty(), Optional.empty(), Optional.empty()),
                numerics,
                Optional.empty(),
                List.of(),
                RIGHT.span());
    }
}
