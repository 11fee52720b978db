package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.comparison.ComparedCells.around;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.AttemptBuilder;
import dev.bascule.reports.fixture.EndToEndFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Cells whose inference is as quick as ever, and whose features take twice as long. */
class ComparedMetricTest {
    private static final Dimension[] ABOUT = {Dimension.BROWSER, Dimension.ENGINE, Dimension.BACKEND, Dimension.DEVICE};

    private static CaseRun sound(AttemptBuilder attempt, double features) {
        return strict(
                TEXT,
                Verdict.PASS,
                attempt.fromFile(EndToEndFixtures.of(Map.of(Step.FEATURES, features, Step.INFERENCE, 5.0), 20))
                        .build());
    }

    private static CaseRun sound(Backend backend, int i, double features) {
        return sound(Fixtures.on(backend).median(around(5, i)), around(features, i));
    }

    private static ComparisonReport compare(
            ComparedMetric metric, List<CaseResult> before, List<CaseResult> after, Dimension... about) {
        return Comparer.compare(
                new ComparedSide("before", before),
                new ComparedSide("after", after),
                Set.of(about),
                List.of(),
                ComparisonOptions.DEFAULT.with(metric));
    }

    @Test
    void slower_features_are_a_regression_of_the_users_clock_and_none_of_the_inference() {
        List<CaseResult> before = runs("a", 0, 5, i -> new CaseRun[] {sound(WASM, i, 40)});
        List<CaseResult> after = runs("b", 9, 5, i -> new CaseRun[] {sound(WASM, i + 1, 80)});

        ComparisonReport endToEnd = compare(ComparedMetric.END_TO_END, before, after);

        assertThat(endToEnd.slowdowns()).hasSize(1);
        assertThat(endToEnd.cases().get(0).estimate().orElseThrow().ratio()).isBetween(1.8, 2.0);
        assertThat(CaseComparison.median(endToEnd.cases().get(0).baselineRuns()).orElseThrow())
                .isBetween(43.0, 47.0);
        assertThat(compare(ComparedMetric.INFERENCE, before, after).slowdowns()).isEmpty();
        assertThat(compare(ComparedMetric.END_TO_END, before, before).slowdowns())
                .isEmpty();
    }

    @Test
    void a_cell_that_did_not_measure_the_users_clock_is_not_compared_by_it() {
        List<CaseResult> before =
                runs("a", 0, 3, i -> new CaseRun[] {sound(WASM, i, 40), pass(VISION, WASM, around(9, i))});
        List<CaseResult> after =
                runs("b", 9, 3, i -> new CaseRun[] {sound(WASM, i + 1, 40), pass(VISION, WASM, around(9, i + 1))});

        ComparisonReport report = compare(ComparedMetric.END_TO_END, before, after);

        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.cases())
                .filteredOn(one -> one.judgement().finding() == SpeedFinding.NOT_COMPARED)
                .singleElement()
                .satisfies(one -> assertThat(one.judgement().why()).contains("the baseline has no end-to-end times"));
    }

    @Test
    void a_ratio_that_was_measured_in_turn_is_one_of_inferences_and_says_nothing_of_the_users_clock() {
        List<CaseResult> both = runs("a", 0, 4, i -> new CaseRun[] {
            sound(Fixtures.on(WASM).median(8).nativeTakes(2), around(95, i)), sound(NATIVE_CPU, i, 45)
        });
        List<CaseResult> cpu = both.stream()
                .filter(cell -> cell.run().chain().first().equals(NATIVE_CPU))
                .toList();
        List<CaseResult> browser =
                both.stream().filter(cell -> !cpu.contains(cell)).toList();

        assertThat(ratio(compare(ComparedMetric.INFERENCE, cpu, browser, ABOUT)))
                .isBetween(3.8, 4.2);
        assertThat(ratio(compare(ComparedMetric.END_TO_END, cpu, browser, ABOUT)))
                .isBetween(1.9, 2.1);
    }

    private static double ratio(ComparisonReport report) {
        return report.cases().get(0).estimate().orElseThrow().ratio();
    }

    @Test
    void documents_name_the_metric() {
        List<CaseResult> cells = runs("a", 0, 3, i -> new CaseRun[] {sound(WASM, i, 40)});
        ComparisonReport report = compare(ComparedMetric.END_TO_END, cells, cells);

        var document = Json.MAPPER.valueToTree(ComparisonDocument.of(report));
        assertThat(SchemaCheck.complaints(ComparisonDocument.schema(), document))
                .isEmpty();
        assertThat(document.at("/options/metric").asText()).isEqualTo("end-to-end");
        assertThat(ComparisonMarkdown.render(report))
                .contains("Compared: end to end: from a file's bytes to the model's outputs.");
        assertThat(ComparisonMarkdown.render(compare(ComparedMetric.INFERENCE, cells, cells)))
                .contains("Compared: warm inferences.");
    }
}
