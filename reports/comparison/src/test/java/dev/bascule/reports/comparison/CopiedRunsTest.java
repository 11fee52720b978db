package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.comparison.ComparedCells.around;
import static dev.bascule.reports.comparison.ComparedCells.compare;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One run that is given as several: it shows no more than itself. */
@Tag("red-team")
class CopiedRunsTest {
    private static List<CaseResult> copies(RunRecord run, int count) {
        List<CaseResult> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.addAll(CaseResult.allOf(
                    "copy" + i, run.times().startedAt().plusSeconds(7200L * i), run.machine(), run.runs()));
        }
        return all;
    }

    private static RunRecord timed(double median) {
        return Fixtures.record("it", pass(TEXT, WASM, median));
    }

    @Test
    void a_baseline_that_is_given_five_times_is_one_run() {
        List<CaseResult> after = runs("b", 40, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(10.6, i))});
        CaseComparison one = compare(copies(timed(10), 1), after).cases().get(0);
        CaseComparison five = compare(copies(timed(10), 5), after).cases().get(0);

        assertThat(five.estimate()).isEqualTo(one.estimate());
        assertThat(five.estimate().orElseThrow().baselineRuns()).isEqualTo(1);
        assertThat(five.notes()).contains("equal samples are one run: 4 copies are left out");
        assertThat(one.notes()).noneMatch(note -> note.contains("one run"));
    }

    @Test
    void nor_do_copies_in_the_history_show_that_runs_never_differ() {
        List<CaseResult> history = copies(timed(10), 12);
        ComparisonReport found = Comparer.compare(
                new ComparedSide("before", copies(timed(10), 1)),
                new ComparedSide("after", runs("b", 40, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10.6)})),
                Set.of(),
                history,
                ComparisonOptions.DEFAULT);

        assertThat(found.cases()
                        .get(0)
                        .estimate()
                        .orElseThrow()
                        .noise()
                        .orElseThrow()
                        .measured())
                .isFalse();
    }

    @Test
    void a_baseline_under_another_name_is_no_run_to_hold_against_it() {
        ComparisonReport found =
                compare(copies(timed(10), 1), CaseResult.allOf(ComparedCells.run("other", 0, pass(TEXT, WASM, 10))));

        assertThat(found.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.NOT_COMPARED);
        assertThat(found.cases().get(0).judgement().why()).contains("one run under two names");
        assertThat(found.partlyJudged())
                .hasValue("speed was judged in 0 of 1 case (1 not compared); verdicts were compared");
    }

    @Test
    void five_honest_runs_are_five_however_alike() {
        List<CaseResult> before = runs("a", 0, 5, i -> new CaseRun[] {pass(TEXT, WASM, 10)});
        List<CaseResult> after = runs("b", 9, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(10.6, i))});
        ComparisonReport found = compare(before, after);

        assertThat(found.cases().get(0).estimate().orElseThrow().baselineRuns()).isEqualTo(5);
        assertThat(found.partlyJudged()).isEmpty();
    }
}
