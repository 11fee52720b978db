package dev.bascule.reports.chart;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.fixture.ScenarioFixtures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioChartsTest {

    private static ScenarioRun run(String scenario, List<Figure> figures) {
        return ScenarioFixtures.run(scenario, TEXT, NATIVE_CPU, Verdict.PASS, Optional.empty(), figures, List.of());
    }

    private static ScenarioRun soak(List<Double> readings, double slope) {
        return ScenarioFixtures.run(
                "soak",
                TEXT,
                WASM,
                Verdict.PASS,
                Optional.empty(),
                List.of(
                        new Figure("after dispose, total", "bytes", readings, Optional.empty(), Optional.empty()),
                        new Figure(
                                "growth, total",
                                "bytes/cycle",
                                Collections.nCopies(readings.size() - 3, slope),
                                Optional.of(slope),
                                Optional.empty())),
                List.of());
    }

    private static ScenarioRun search(String scenario, int... batches) {
        List<Figure> figures = new ArrayList<>(List.of(Figure.single("chosen batch", "1", 2)));
        for (int batch : batches) {
            double rate = 100 * batch;
            figures.add(new Figure(
                    "throughput: batch " + batch,
                    "inferences/s",
                    List.of(rate, rate),
                    Optional.of(rate),
                    Optional.of(new Interval(0.9 * rate, 1.1 * rate))));
        }
        return run(scenario, figures);
    }

    @Test
    void the_line_goes_through_readings_that_grow_evenly_and_leaves_the_warm_up_out() {
        ScenarioRun run = soak(List.of(9e6, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6), 1e6);
        SeriesChart.Trend trend =
                SeriesChart.ofSoak(run).flatMap(SeriesChart::trend).orElseThrow();
        assertThat(trend.from()).isEqualTo(2);
        assertThat(trend.start()).isCloseTo(2e6, within(1.0));
        assertThat(trend.slope()).isEqualTo(1e6);
    }

    @Test
    void few_readings_changes_and_readings_without_a_growth_have_no_chart_or_no_line() {
        ScenarioRun few = soak(List.of(1e6, 2e6, 3e6, 4e6), 1e6);
        assertThat(SeriesChart.of(few.observed().figures().get(0), few)).isEmpty();
        ScenarioRun soak = ScenarioFixtures.soak();
        assertThat(SeriesChart.of(soak.observed().figures().get(0), soak))
                .as("a change")
                .isEmpty();
        Figure times = soak.observed().figures().get(soak.observed().figures().size() - 1);
        assertThat(SeriesChart.of(times, soak).orElseThrow().trend()).isEmpty();
    }

    @Test
    void a_batch_search_has_a_curve_with_its_chosen_size_and_one_size_or_another_scenario_has_none() {
        CurveChart curve = CurveChart.of(search("batch-search", 4, 1, 2)).get(0);
        assertThat(curve.points()).extracting(CurveChart.Point::batch).containsExactly(1, 2, 4);
        assertThat(curve.fields()).containsEntry("chosen", 2).containsEntry("unit", "inferences/s");
        assertThat(curve.caption()).contains("the chosen batch, 2");
        assertThat(CurveChart.of(search("batch-search", 1))).isEmpty();
        assertThat(CurveChart.of(search("soak", 1, 2))).isEmpty();
    }

    @Test
    void ratios_have_their_base_in_words_and_what_cannot_be_a_factor_is_left_out() {
        RatiosChart chart = RatiosChart.of(run(
                        "precision-search",
                        List.of(
                                new Figure(
                                        "ratio: fp16",
                                        "1",
                                        List.of(0.5),
                                        Optional.of(0.5),
                                        Optional.of(new Interval(0.4, 0.6))),
                                Figure.single("ratio: int8", "1", 0),
                                Figure.single("error: fp16", "1", 0.001))))
                .orElseThrow();
        assertThat(chart.base()).isEqualTo("the model's own precision");
        assertThat(chart.rows()).singleElement().satisfies(row -> {
            assertThat(row.label()).isEqualTo("fp16");
            assertThat(row.beside()).startsWith("error 0.001");
        });
        assertThat(RatiosChart.of(run("soak", List.of(Figure.single("ratio: fp16", "1", 2)))))
                .isEmpty();
    }
}
