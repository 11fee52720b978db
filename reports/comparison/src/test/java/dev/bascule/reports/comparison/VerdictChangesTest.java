package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.comparison.ComparedCells.compare;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.run;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a comparison says of verdicts: of outputs, support and cases that are gone. */
class VerdictChangesTest {
    /** A later run whose one cell never began. */
    private static List<CaseResult> notStarted(
            Backend backend, Verdict verdict, Outcome outcome, ErrorCode code, String why) {
        return runs("b", 9, 1, i -> new CaseRun[] {
            strict(
                    TEXT,
                    verdict,
                    Fixtures.on(backend).failed(outcome, code, why).notStarted())
        });
    }

    @Test
    void wrong_outputs_come_before_any_speed_and_are_not_timed() {
        List<CaseResult> before = runs("a", 0, 3, i -> new CaseRun[] {pass(TEXT, WASM, 10)});
        List<CaseResult> after = runs("b", 9, 3, i -> new CaseRun[] {
            strict(
                    TEXT,
                    Verdict.WRONG,
                    Fixtures.on(WASM).median(1).wrongNumbers().build())
        });

        ComparisonReport found = compare(before, after);

        assertThat(found.changes()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(VerdictChange.Kind.CORRECTNESS);
            assertThat(change.before()).isEqualTo(Verdict.PASS);
        });
        assertThat(found.hasRegression()).isTrue();
        assertThat(found.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.NOT_COMPARED);
        assertThat(found.cases().get(0).judgement().why()).contains("WRONG");
        assertThat(compare(after, before).changes().get(0).kind()).isEqualTo(VerdictChange.Kind.BETTER);
        assertThat(compare(after, before).hasRegression()).isFalse();
    }

    @Test
    void wrong_outputs_on_another_machine_are_a_regression_all_the_same() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10)});
        List<CaseResult> after = CaseResult.allOf(RunVariants.onDevice(run(
                "b",
                9,
                strict(
                        TEXT,
                        Verdict.WRONG,
                        Fixtures.on(WASM).median(1).wrongNumbers().build()))));

        assertThat(compare(before, after).verdictRegressions()).hasSize(1);
        assertThat(NewFailures.of(new ComparedSide("a", before), new ComparedSide("b", after)))
                .hasSize(1);
        assertThat(NewFailures.of(new ComparedSide("b", after), new ComparedSide("b", after)))
                .as("known")
                .isEmpty();
    }

    @Test
    void a_case_that_can_no_longer_be_read_is_a_regression_and_one_that_is_not_there_cannot_be_told() {
        RunRecord before = run("a", 0, pass(TEXT, WASM, 10), pass(VISION, WASM, 10));
        RunRecord narrow = run("b", 9, pass(TEXT, WASM, 10));
        RunRecord unread =
                narrow.with(new Selection(2, "7".repeat(64), List.of(), Optional.empty(), Optional.empty(), false)
                        .with(List.of(new Selection.Unread(
                                before.runs().get(1).caseId(), ErrorCode.MODEL_TRUNCATED, "the model ends too soon"))));

        ComparisonReport lost = Comparer.compare(
                ComparedSide.of("before", before),
                ComparedSide.of("after", unread),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
        ComparisonReport untold = compare(CaseResult.allOf(before), CaseResult.allOf(narrow));

        assertThat(lost.verdictRegressions()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(VerdictChange.Kind.SUPPORT);
            assertThat(change.why()).contains("it could not be read (MODEL_TRUNCATED: the model ends too soon)");
        });
        assertThat(lost.unshared().untold()).isEmpty();
        assertThat(untold.hasRegression()).isFalse();
        assertThat(untold.unshared().untold()).singleElement().asString().endsWith("this side has no cell of it");
        assertThat(ComparisonMarkdown.render(untold)).contains("**Cannot tell** whether it got worse");
        assertThat(compare(CaseResult.allOf(narrow), CaseResult.allOf(before))
                        .unshared()
                        .untold())
                .as("negative control")
                .isEmpty();
    }

    @Test
    void a_browser_that_is_gone_is_a_regression_of_support_and_one_not_asked_for_is_none() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10), pass(TEXT, WEBNN, 10)});
        Target there = Fixtures.target(WEBNN);
        Target nowhere = new Target(
                WEBNN, Optional.empty(), there.engine(), there.deviceType(), there.software(), there.adapter());
        Attempt none = Attempt.notStarted(
                nowhere,
                Outcome.UNAVAILABLE,
                Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "no browser"),
                Fixtures.START,
                Duration.ZERO);
        List<CaseResult> after = runs("b", 9, 1, i -> new CaseRun[] {strict(TEXT, Verdict.UNSUPPORTED, none)});

        assertThat(compare(before, after).verdictRegressions())
                .extracting(VerdictChange::kind, VerdictChange::target)
                .containsExactly(tuple(VerdictChange.Kind.SUPPORT, "webnn in Chrome Headless Shell"));
    }

    @Test
    void a_backend_that_is_gone_is_a_regression_of_support() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WEBNN, 10)});
        List<CaseResult> after = notStarted(
                WEBNN, Verdict.UNSUPPORTED, Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no navigator.ml");

        assertThat(compare(before, after).verdictRegressions())
                .extracting(VerdictChange::kind)
                .containsExactly(VerdictChange.Kind.SUPPORT);
    }

    @Test
    void what_ran_and_is_skipped_is_a_regression_of_support() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10)});
        List<CaseResult> after =
                notStarted(WASM, Verdict.SKIPPED, Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped");

        assertThat(compare(before, after).verdictRegressions())
                .extracting(VerdictChange::kind)
                .containsExactly(VerdictChange.Kind.SUPPORT);
    }

    @Test
    void what_failed_and_is_skipped_now_is_not_said_to_be_better() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {
            strict(TEXT, Verdict.WRONG, Fixtures.on(WASM).wrongNumbers().build())
        });
        List<CaseResult> after =
                notStarted(WASM, Verdict.SKIPPED, Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped");

        assertThat(compare(before, after).changes()).isEmpty();
    }
}
