package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.comparison.ComparedCells.around;
import static dev.bascule.reports.comparison.ComparedCells.compare;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.ConditionFixtures.fed;
import static dev.bascule.reports.fixture.ConditionFixtures.named;
import static dev.bascule.reports.fixture.ConditionFixtures.sequence;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cells that were fed something else, or were timed by another plan, are not the same place. */
class OtherConditionsTest {
    private static List<CaseResult> timed(String id, int hour, double median, UnaryOperator<CaseRun> as) {
        return runs(id, hour, 5, i -> new CaseRun[] {as.apply(pass(TEXT, WASM, around(median, i)))});
    }

    @Test
    @Tag("red-team")
    void an_input_400_times_as_long_is_no_regression_and_is_told() {
        ComparisonReport found = compare(
                timed("a", 0, 1, run -> fed(run, sequence(16), 200)),
                timed("b", 9, 275, run -> fed(run, sequence(6400), 200)));

        assertThat(found.hasRegression()).isFalse();
        assertThat(found.cases()).singleElement().satisfies(one -> {
            assertThat(one.judgement().finding()).isEqualTo(SpeedFinding.OTHER_INPUTS);
            assertThat(one.estimate()).isEmpty();
            assertThat(one.verdict(ComparisonOptions.DEFAULT))
                    .isEqualTo("not compared: inputs differ: sequence 16 against sequence 6400");
        });
        assertThat(found.comparesNothing()).isTrue();
        assertThat(found.unshared().untold()).singleElement().asString().contains("inputs differ: sequence 16");
    }

    @Test
    void nor_is_it_where_the_ids_tell_the_lengths() {
        ComparisonReport found =
                compare(timed("a", 0, 1, run -> named(run, 16)), timed("b", 9, 275, run -> named(run, 128)));

        assertThat(found.hasRegression()).isFalse();
        assertThat(found.cases())
                .singleElement()
                .satisfies(one ->
                        assertThat(one.judgement().why()).isEqualTo("inputs differ: sequence 16 against sequence 128"));
        assertThat(found.unshared().onlyBaseline()).isEmpty();
        assertThat(found.unshared().onlyCandidate()).isEmpty();
    }

    @Test
    void the_same_slowdown_of_the_same_inputs_is_a_regression() {
        ComparisonReport found = compare(
                timed("a", 0, 1, run -> fed(run, sequence(16), 200)),
                timed("b", 9, 275, run -> fed(run, sequence(16), 200)));

        assertThat(found.slowdowns()).hasSize(1);
        assertThat(found.comparesNothing()).isFalse();
    }

    @Test
    @Tag("red-team")
    void blocks_of_another_length_have_verdicts_in_common_and_no_speed() {
        ComparisonReport found = compare(
                timed("a", 0, 1, run -> fed(run, sequence(16), 200)),
                timed("b", 9, 6.3, run -> fed(run, sequence(16), 20)));

        assertThat(found.hasRegression()).isFalse();
        assertThat(found.cases()).singleElement().satisfies(one -> {
            assertThat(one.judgement().finding()).isEqualTo(SpeedFinding.OTHER_PLAN);
            assertThat(one.judgement().why()).isEqualTo("measured in blocks of 200 ms against 20 ms");
        });
        List<CaseResult> wrong = runs("c", 9, 1, i -> new CaseRun[] {
            fed(
                    strict(
                            TEXT,
                            Verdict.WRONG,
                            Fixtures.on(WASM).median(1).wrongNumbers().build()),
                    sequence(16),
                    20)
        });
        assertThat(compare(timed("a", 0, 1, run -> fed(run, sequence(16), 200)), wrong)
                        .verdictRegressions())
                .as("how long it was timed has no say in whether it is right")
                .hasSize(1);
    }

    @Test
    void runs_of_another_plan_are_left_out_of_a_side_that_has_both() {
        List<CaseResult> before = new java.util.ArrayList<>(timed("a", 0, 1, run -> fed(run, sequence(16), 200)));
        before.addAll(timed("c", 6, 9, run -> fed(run, sequence(16), 20)));

        ComparisonReport found = compare(before, timed("b", 19, 1, run -> fed(run, sequence(16), 200)));

        assertThat(found.cases())
                .singleElement()
                .satisfies(one -> assertThat(one.baselineRuns()).hasSize(5));
    }

    @Test
    void records_that_do_not_tell_meet_each_other_only_and_say_so() {
        List<CaseResult> old = timed("a", 0, 1, run -> run);
        List<CaseResult> told = timed("b", 9, 9, run -> fed(run, sequence(16), 200));

        assertThat(compare(old, told).cases())
                .singleElement()
                .satisfies(one -> assertThat(one.judgement().why())
                        .isEqualTo("what the baseline was fed is not known: recorded by an earlier build"));
        assertThat(compare(old, told).hasRegression()).isFalse();
        assertThat(compare(old, timed("c", 9, 9, run -> run)).cases())
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.judgement().regression()).isTrue();
                    assertThat(one.notes()).contains(ConditionMismatch.UNKNOWN);
                });
    }

    @Test
    void a_failure_with_other_inputs_is_one_that_nobody_has_accepted() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {fed(wrong(), sequence(16), 200)});
        List<CaseResult> after = runs("b", 9, 1, i -> new CaseRun[] {fed(wrong(), sequence(128), 200)});

        assertThat(NewFailures.of(new ComparedSide("a", before), new ComparedSide("b", after)))
                .hasSize(1);
        assertThat(NewFailures.of(new ComparedSide("a", before), new ComparedSide("a", before)))
                .isEmpty();
    }

    private static CaseRun wrong() {
        return strict(
                TEXT, Verdict.WRONG, Fixtures.on(WASM).median(1).wrongNumbers().build());
    }
}
