package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.scoring.Formula;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.ParseErrorList;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

class HtmlReporterTest {
    private static final String HTML = new HtmlReporter().render(ShowcaseRun.record());
    private static final Document PAGE = Jsoup.parse(HTML);

    @Test
    void the_page_is_well_formed() {
        Parser parser = Parser.htmlParser().setTrackErrors(50);
        parser.parseInput(HTML, "");
        ParseErrorList errors = parser.getErrors();
        assertThat(errors).isEmpty();
    }

    @Test
    void the_page_asks_no_other_computer_for_anything_and_runs_no_script() {
        assertThat(PAGE.select("script, link, iframe, object, embed, img, video, audio, form, base"))
                .isEmpty();
        assertThat(PAGE.select("a[href]"))
                .allSatisfy(link -> assertThat(link.attr("href")).startsWith("#"));
        assertThat(HTML)
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("@import")
                .doesNotContain("url(");
        assertThat(PAGE.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .contains("default-src 'none'");
    }

    @Test
    void every_link_leads_to_a_place_on_the_page_and_no_id_is_given_twice() {
        assertThat(PAGE.select("a[href]"))
                .allSatisfy(
                        link -> assertThat(PAGE.getElementById(link.attr("href").substring(1)))
                                .as(link.outerHtml())
                                .isNotNull());
        List<String> ids = PAGE.select("[id]").eachAttr("id");
        assertThat(ids).doesNotHaveDuplicates();
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
    void every_timed_attempt_shows_its_raw_samples_as_a_plot_and_as_text() {
        long timed = ShowcaseRun.runs().stream()
                .flatMap(run -> run.attempts().stream())
                .filter(attempt -> attempt.timing().isPresent())
                .count();
        assertThat(PAGE.select("svg.plot[role=img]")).hasSize((int) timed);
        Element webnn = PAGE.getElementById("cell-2");
        assertThat(webnn.selectFirst("path.dots").attr("d").split("M")).hasSize(61);
        assertThat(webnn.selectFirst("path.warm").attr("d").split("M")).hasSize(16);
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
                .contains("native CPU, graph optimisation off")
                .contains("√44 nodes")
                .contains("create session")
                .contains("the time of native/onnxruntime-1.29.0/cpu-cpu")
                .contains("bascule run quickstart --filter");
    }

    @Test
    void the_fallback_table_says_expected_actual_why_and_cost() {
        Element table = PAGE.selectFirst("section[aria-labelledby=fallbacks] table");
        assertThat(table.text())
                .contains("cuda → cpu")
                .contains("no NVIDIA driver")
                .contains("not measurable: the backend expected did not run")
                .contains("webgpu → webnn")
                .contains("×0.036");
    }

    @Test
    void the_formula_is_printed_with_an_example_from_this_run() {
        assertThat(PAGE.selectFirst("section[aria-labelledby=score]").text())
                .contains(Formula.LINE)
                .contains("bert-tiny on webnn")
                .contains("41 of 44 nodes on webnn");
    }

    @Test
    void no_time_is_shown_where_no_sample_is() {
        String untimed = new HtmlReporter()
                .render(record(
                        "1", strict(TEXT, Verdict.PASS, on(WASM).samples(0).build())));
        Document page = Jsoup.parse(untimed);
        assertThat(page.select("table.matrix .time")).isEmpty();
        assertThat(page.select("svg.plot")).isEmpty();
    }

    @Test
    void text_from_outside_is_never_markup() {
        String attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
        CaseRun plain = strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, attack)
                        .build());
        CaseRun evil = new CaseRun(
                plain.caseId(),
                Fixtures.model(attack, "dd", Family.OTHER, attack),
                plain.chain(),
                plain.attempts(),
                plain.verdict(),
                plain.fallbackCost(),
                attack);
        Document page = Jsoup.parse(new HtmlReporter().render(record(attack, evil)));
        assertThat(page.select("script, img, [onerror]")).isEmpty();
        assertThat(page.text()).contains("<script>alert(1)</script>");
    }

    @Test
    void a_run_without_cells_and_an_interrupted_one_have_a_page_that_says_so() {
        assertThat(Jsoup.parse(new HtmlReporter().render(record("empty"))).text())
                .contains("No cell was run");
        var run = ShowcaseRun.record();
        var interrupted = new dev.bascule.fallback.attempt.RunRecord(
                run.id(),
                run.startedAt(),
                run.finishedAt(),
                run.suite(),
                run.suiteHash(),
                run.seed(),
                run.command(),
                true,
                run.machine(),
                run.runs(),
                run.elapsed());
        assertThat(Jsoup.parse(new HtmlReporter().render(interrupted))
                        .select(".banner")
                        .text())
                .contains("Interrupted");
        assertThat(new MarkdownReporter().render(interrupted)).contains("**Interrupted:**");
    }
}
