package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.export.ShowcasePage.PAGE;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The report's matrix. */
class HtmlMatrixTest {
    @Test
    void conformance_cases_are_no_models_those_that_failed_come_first_and_nothing_is_scored() {
        ModelInfo abs = conformanceCase("test_abs");
        ModelInfo zero = conformanceCase("test_zero");
        Document page = Jsoup.parse(new HtmlReporter()
                .render(record(
                        "1",
                        strict(abs, Verdict.PASS, on(WASM).samples(0).build()),
                        strict(
                                zero,
                                Verdict.WRONG,
                                on(WASM).samples(0).wrongNumbers().build()))));

        assertThat(page.select("table.matrix thead th").first().text()).isEqualTo("Case");
        assertThat(page.select("section[aria-labelledby=glance] .best tbody tr").text())
                .contains("1 of 2 1 PASS 1 WRONG");
        assertThat(page.select(".panel > .scroll > table.counts"))
                .as("scrolls in its card where a narrow page has no room for it")
                .hasSize(1);
        assertThat(page.select("table.matrix tbody th").eachText()).containsExactly("test_zeroAbs", "test_absAbs");
        assertThat(page.select("#score")).isEmpty();
        assertThat(page.select("a[href=#score]")).isEmpty();
        assertThat(page.select("table.matrix").text()).doesNotContain("[0]");
        assertThat(page.select(".legend").text()).contains("nothing was timed").doesNotContain("score");
        assertThat(PAGE.select("table.matrix thead th").first().text()).isEqualTo("Model");
        assertThat(PAGE.select("#score")).hasSize(1);
    }

    @Test
    void the_matrix_has_a_caption_scoped_heads_and_the_verdict_s_word_in_each_cell() {
        Element matrix = PAGE.selectFirst("table.matrix");
        assertThat(matrix.selectFirst("caption").text()).contains("each model on each target");
        assertThat(PAGE.selectFirst(".legend").text()).contains("software adapter");
        assertThat(matrix.select("thead th"))
                .allSatisfy(head -> assertThat(head.attr("scope")).isNotEmpty());
        assertThat(matrix.select("tbody th[scope=row]")).hasSize(3);
        assertThat(matrix.select("tbody td a"))
                .hasSize(18)
                .allSatisfy(cell -> assertThat(Verdict.values())
                        .anySatisfy(verdict -> assertThat(cell.text()).contains(verdict.name())));
    }

    @Test
    void case_runs_that_share_a_cell_are_all_on_the_page() {
        Document page = Jsoup.parse(new HtmlReporter()
                .render(record(
                        "1",
                        strict(TEXT, Verdict.PASS, on(WASM).build()),
                        strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build()))));
        assertThat(page.select("table.matrix tbody td")).hasSize(1);
        assertThat(page.selectFirst("table.matrix tbody td").text())
                .contains("WRONG")
                .contains("worst of 2");
        assertThat(page.select("details.cell div.attempt")).hasSize(2);
        assertThat(page.selectFirst("details.cell").text()).contains("Also in this run: PASS");
    }

    @Test
    void no_time_is_shown_where_no_sample_is() {
        String untimed = new HtmlReporter()
                .render(record(
                        "1", strict(TEXT, Verdict.PASS, on(WASM).samples(0).build())));
        Document page = Jsoup.parse(untimed);
        assertThat(page.select("table.matrix .time")).isEmpty();
        assertThat(page.select("div.plot")).isEmpty();
    }

    private static ModelInfo conformanceCase(String name) {
        return new ModelInfo(
                name,
                "%064x".formatted(name.hashCode()),
                100,
                Family.OTHER,
                ModelInfo.CONFORMANCE,
                Map.of("ai.onnx", 13L),
                Map.of("Abs", 1),
                0);
    }
}
