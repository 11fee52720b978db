package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.export.ShowcasePage.PAGE;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.scenario.FigureText;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The report's scenarios. */
class HtmlScenariosTest {
    @Test
    void visits_stand_side_by_side() {
        Element table =
                PAGE.select("section[aria-labelledby=scenarios] table.figures").first();
        assertThat(table.select("thead th").eachText())
                .containsExactly("Model and target", "Of", "fresh profile", "same page", "second visit");
        assertThat(table.select("tbody tr").first().text()).contains("wasm in Chrome Headless Shell 153");
        assertThat(table.select("tbody tr").first().select("td")).hasSize(3);
        assertThat(table.select("tbody tr")).hasSize(4);
    }

    @Test
    void a_soak_shows_its_slope_with_its_interval_and_its_readings_with_the_line() {
        Element soak = PAGE.getElementById("scenario-5");
        assertThat(soak.hasAttr("open")).isTrue();
        JsonNode chart =
                ShowcasePage.charts(PAGE).get(soak.selectFirst("div.plot").id());
        assertThat(chart.get("values")).hasSize(30);
        assertThat(chart.get("trend").get("slope").asDouble()).isPositive();
        assertThat(soak.selectFirst("figcaption").text()).contains("kB/cycle (+");
        assertThat(PAGE.select("section[aria-labelledby=scenarios] table.figures")
                        .get(2)
                        .text())
                .containsPattern("\\+\\d+\\.\\d kB/cycle \\+\\d+\\.\\d to \\+");
    }

    @Test
    void every_sample_of_every_scenario_is_on_the_page() {
        for (int i = 0; i < ScenarioFixtures.all().size(); i++) {
            Element shown = PAGE.getElementById("scenario-" + (i + 1));
            for (var figure : ScenarioFixtures.all().get(i).observed().figures()) {
                assertThat(shown.text()).contains(FigureText.samples(figure));
            }
        }
    }

    @Test
    void samples_of_two_statistics_stand_on_the_page_once() {
        Element stream = PAGE.getElementById("scenario-7");
        assertThat(stream.text()).contains("10.8 ms, of the samples of latency, median");
        assertThat(stream.select("p:contains(90 samples in ms)")).hasSize(1);
    }

    @Test
    void a_scenario_that_failed_says_why_what_to_do_and_how_to_reproduce_it() {
        Element leak = PAGE.getElementById("scenario-3");
        assertThat(leak.hasAttr("open")).isTrue();
        assertThat(leak.text())
                .contains("NUMERICS_WRONG after webgpu → wasm → webgpu in one page 12 of 1536 values")
                .contains("What to do:")
                .contains("bascule run quickstart --scenario state-leak");
        assertThat(PAGE.getElementById("scenario-6").text()).contains("<GPU process> gone & away");
        assertThat(PAGE.selectFirst("header").text()).contains("Scenarios: 5 PASS, 1 WRONG, 1 CRASHED.");
    }

    @Test
    void a_run_without_scenarios_has_no_word_of_them() {
        Document page =
                Jsoup.parse(new HtmlReporter().render(record("1", strict(TEXT, Verdict.PASS, on(WASM).build()))));
        assertThat(page.getElementById("scenarios")).isNull();
        assertThat(page.text()).doesNotContain("Scenarios");
    }
}
