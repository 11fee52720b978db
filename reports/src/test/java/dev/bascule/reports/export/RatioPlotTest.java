package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ScenarioFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class RatioPlotTest {
    private static Figure ratio(String of, double value, double low, double high) {
        return new Figure(
                "ratio: " + of, "1", List.of(low, high), Optional.of(value), Optional.of(new Interval(low, high)));
    }

    private static ScenarioRun run(String scenario, Figure... figures) {
        return ScenarioFixtures.run(
                scenario, TEXT, NATIVE_CPU, Verdict.PASS, Optional.empty(), List.of(figures), List.of());
    }

    private static RatioPlot plot(String scenario, Figure... figures) {
        return RatioPlot.of(run(scenario, figures)).orElseThrow();
    }

    @Test
    void equal_factors_are_equal_steps_around_the_base() {
        RatioPlot plot = plot("optimization-levels", ratio("basic", 0.5, 0.4, 0.6), ratio("all", 2, 1.9, 2.5));

        double one = Double.parseDouble(plot.one());
        double half = Double.parseDouble(plot.rows().get(0).x());
        double twice = Double.parseDouble(plot.rows().get(1).x());
        assertThat(one - half).isCloseTo(twice - one, within(0.2));
        assertThat(plot.ticks()).extracting(RatioPlot.Tick::label).containsExactly("0.5", "1", "2");
        assertThat(plot.rows().get(1).low()).isPresent();
        assertThat(plot.title()).contains("basic: 0.5").contains("all: 2").contains("no optimization");
    }

    @Test
    void ratios_close_to_one_another_still_have_ticks() {
        RatioPlot plot = plot("optimization-levels", ratio("basic", 0.97, 0.95, 0.99));

        assertThat(plot.ticks().size()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void labels_of_ticks_do_not_touch_and_the_base_has_one() {
        RatioPlot plot = plot("precision-search", ratio("fp16", 1.11, 0.741, 1.65), ratio("int8", 2.92, 2.26, 3.77));

        List<Double> places =
                plot.ticks().stream().map(tick -> Double.parseDouble(tick.x())).toList();
        for (int i = 1; i < places.size(); i++) {
            assertThat(places.get(i) - places.get(i - 1)).isGreaterThanOrEqualTo(27.5);
        }
        assertThat(plot.ticks()).extracting(RatioPlot.Tick::label).contains("1").hasSizeGreaterThan(3);
    }

    @Test
    void a_ratio_without_an_interval_has_a_dot_and_no_bar() {
        Figure bare = new Figure("ratio: fp16", "1", List.of(0.8), Optional.of(0.8), Optional.empty());
        RatioPlot plot = plot("precision-search", bare, Figure.single("error: fp16", "1", 0.002));

        assertThat(plot.rows().get(0).low()).isEmpty();
        assertThat(plot.rows().get(0).beside()).isEqualTo("error 0.00200");
    }

    @Test
    void an_interval_that_reaches_below_0_stays_within_the_plot() {
        RatioPlot plot = plot("precision-search", ratio("int8", 0.8, -0.5, 3));

        assertThat(Double.parseDouble(plot.rows().get(0).low().orElseThrow())).isBetween(100.0, 510.0);
    }

    @Test
    void negative_control_another_scenario_or_one_without_a_ratio_has_no_plot() {
        assertThat(RatioPlot.of(run("soak", ratio("basic", 0.5, 0.4, 0.6)))).isEmpty();
        assertThat(RatioPlot.of(run("precision-search", Figure.single("error: fp16", "1", 0.002))))
                .isEmpty();
    }

    @Test
    void the_page_shows_it_with_its_words_and_keeps_the_table() {
        List<ScenarioRun> runs = new ArrayList<>();
        runs.add(run("precision-search", ratio("fp16", 0.5, 0.4, 0.6), Figure.single("error: fp16", "1", 0.002)));
        RunRecord record = Fixtures.withScenarios(Fixtures.record("ratios"), runs);
        Document page = Jsoup.parse(new HtmlReporter().render(record));

        assertThat(page.select("figure.wide svg[role=img]").attr("aria-label")).contains("fp16: 0.5");
        assertThat(page.select("figure.wide line.whisker")).hasSize(1);
        assertThat(page.select("table.figures").text()).contains("fp16").contains("0.5");
    }
}
