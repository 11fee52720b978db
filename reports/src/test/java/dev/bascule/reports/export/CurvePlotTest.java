package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.fixture.ScenarioFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurvePlotTest {
    private static ScenarioRun search(String scenario, int... batches) {
        List<Figure> figures = new ArrayList<>(List.of(Figure.single("chosen batch", "1", 2)));
        for (int batch : batches) {
            double rate = 100 * Math.sqrt(batch);
            figures.add(new Figure(
                    "throughput: batch " + batch,
                    "inferences/s",
                    List.of(rate, rate),
                    Optional.of(rate),
                    Optional.of(new Interval(0.9 * rate, 1.1 * rate))));
        }
        return ScenarioFixtures.run(scenario, TEXT, NATIVE_CPU, Verdict.PASS, Optional.empty(), figures, List.of());
    }

    @Test
    void a_doubling_is_a_step_and_the_chosen_batch_is_marked() {
        CurvePlot plot = CurvePlot.of(search("batch-search", 1, 2, 4)).get(0);

        assertThat(plot.marks()).extracting(CurvePlot.Mark::label).containsExactly("1", "2", "4");
        assertThat(plot.marks()).extracting(CurvePlot.Mark::x).containsExactly("92", "390", "688");
        assertThat(plot.chosen().orElseThrow().x()).isEqualTo("390");
        assertThat(plot.ticks()).extracting(PlotAxis.Tick::label).allMatch(label -> label.length() < 8);
        assertThat(plot.bars()).hasSize(3);
        assertThat(plot.line()).startsWith("M92 ").contains("L390 ");
        assertThat(plot.title()).contains("batch 4: 200 inferences/s (180 to 220)");
        assertThat(plot.caption()).contains("the chosen batch, 2");
    }

    @Test
    void negative_control_one_size_or_another_scenario_has_no_curve() {
        assertThat(CurvePlot.of(search("batch-search", 1))).isEmpty();
        assertThat(CurvePlot.of(search("soak", 1, 2))).isEmpty();
    }
}
