package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.fixture.ScenarioFixtures;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesPlotTest {

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

    private static SeriesPlot plot(ScenarioRun run) {
        return SeriesPlot.of(run.figures().get(0), run).orElseThrow();
    }

    @Test
    void the_line_goes_through_readings_that_grow_evenly_and_leaves_the_warm_up_out() {
        SeriesPlot plot = plot(soak(List.of(9e6, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6), 1e6));
        List<String[]> dots = Arrays.stream(plot.dots().substring(1).split("M"))
                .map(dot -> dot.replace("h0", "").split(" "))
                .toList();
        SeriesPlot.Line line = plot.trend().orElseThrow();
        assertThat(List.of(line.x1(), line.y1())).containsExactly(dots.get(2));
        assertThat(List.of(line.x2(), line.y2())).containsExactly(dots.get(6));
    }

    @Test
    void few_readings_changes_and_readings_without_a_growth_have_no_plot_or_no_line() {
        ScenarioRun few = soak(List.of(1e6, 2e6, 3e6, 4e6), 1e6);
        assertThat(SeriesPlot.of(few.figures().get(0), few)).isEmpty();
        ScenarioRun soak = ScenarioFixtures.soak();
        assertThat(SeriesPlot.of(soak.figures().get(0), soak)).as("a change").isEmpty();
        Figure times = soak.figures().get(soak.figures().size() - 1);
        assertThat(SeriesPlot.of(times, soak).orElseThrow().trend()).isEmpty();
    }

    @Test
    void equal_readings_and_zeros_have_a_plot_without_a_hole() {
        for (double value : new double[] {0, 5e6}) {
            SeriesPlot plot = plot(soak(Collections.nCopies(8, value), 0));
            assertThat(plot.dots()).doesNotContain("NaN").doesNotContain("Infinity");
            assertThat(plot.trend().orElseThrow().y1()).doesNotContain("NaN");
            assertThat(plot.title()).contains("8 readings");
        }
    }
}
