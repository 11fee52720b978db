package dev.bascule.reports.export;

import static dev.bascule.reports.export.ShowcasePage.PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.NumberedAttempt;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** What the report tells of a cell. */
class HtmlCellTest {
    @Test
    void every_timed_attempt_shows_its_raw_samples_as_a_chart_and_as_text() {
        long timed = ShowcaseRun.runs().stream()
                .flatMap(run -> NumberedAttempt.allOf(run).stream())
                .filter(made -> made.attempt().measured().timing().isPresent())
                .count();
        assertThat(PAGE.select("section[aria-labelledby=cells] div.plot")).hasSize((int) timed);
        Element webnn = PAGE.getElementById("cell-2");
        JsonNode chart =
                ShowcasePage.charts(PAGE).get(webnn.selectFirst("div.plot").id());
        assertThat(chart.get("kind").asText()).isEqualTo("samples");
        assertThat(chart.get("measured")).hasSize(60);
        assertThat(chart.get("warmUp")).hasSize(15);
        assertThat(webnn.selectFirst("details.raw:contains(60 samples) p")
                        .text()
                        .split(", "))
                .hasSize(60);
    }

    @Test
    void a_cell_drills_down_to_evidence_numerics_phases_and_score() {
        assertThat(PAGE.getElementById("cell-2").text())
                .contains("41 of 44 nodes")
                .contains("PROVEN")
                .contains("exact: computed in double, no engine's answer")
                .contains("10.5 σ")
                .contains("at most 1.25 σ, 0.310 σ in the root mean square")
                .contains("2 values on an edge, not judged")
                .contains("create session")
                .contains("the time of native/onnxruntime-1.29.0/cpu-cpu")
                .contains("bascule run quickstart --filter");
    }

    @Test
    void the_page_says_which_target_came_nearest_to_the_exact_result() {
        Element exact = PAGE.selectFirst("section[aria-labelledby=exact]");
        assertThat(exact.selectFirst("tbody tr").text()).contains("0.310 σ", "1.25 σ");
    }

    @Test
    void a_flaky_cell_shows_both_attempts_and_says_which_was_the_retry() {
        Element flaky = PAGE.select("details.cell:contains(FLAKY)").first();
        assertThat(flaky.text())
                .contains("failed first with ATTEMPT_TIMED_OUT, passed on retry 1 in a clean browser.")
                .contains("no figure of the retry stands for the cell");
        assertThat(flaky.select("div.attempt")).hasSize(2);
        assertThat(flaky.select("div.attempt.no").text()).contains("no answer within 60 s");
        assertThat(flaky.select("div.attempt.ok").text())
                .contains("retry 1 in a clean browser")
                .contains("median");
        assertThat(flaky.selectFirst("summary").text()).doesNotContain(" ms");
        assertThat(PAGE.selectFirst("table.matrix td:contains(FLAKY)").text())
                .contains("ok, retry 1")
                .contains("[0]")
                .doesNotContain(" ms");
    }

    @Test
    void memory_stands_with_its_source_its_parts_and_what_was_left() {
        assertThat(PAGE.getElementById("cell-3").text())
                .contains("peak 312 MB")
                .contains("after release 242 MB")
                .contains("gpu-process 61.0 MB")
                .contains("resident memory of the browser's process tree")
                .contains("need not add up");
        assertThat(PAGE.getElementById("cell-5").text())
                .contains("after release not read")
                .contains("VmHWM");
        assertThat(PAGE.select("section[aria-labelledby=memory] p.soft").eachText())
                .as("a source stands once below its table, not in each row")
                .doesNotHaveDuplicates()
                .anySatisfy(source -> assertThat(source).contains("resident memory of the browser's process tree"));
    }
}
