package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.Try;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scoring.Formula;
import java.util.List;
import java.util.Map;
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
        assertThat(page.select("table.matrix thead td").eachText()).containsExactly("1 PASS 1 WRONG");
        assertThat(page.select("table.matrix tbody th").eachText()).containsExactly("test_zeroAbs", "test_absAbs");
        assertThat(page.select("#score")).isEmpty();
        assertThat(page.select("a[href=#score]")).isEmpty();
        assertThat(page.select("table.matrix").text()).doesNotContain("[0]");
        assertThat(page.select(".legend").text()).contains("nothing was timed").doesNotContain("score");
        assertThat(PAGE.select("table.matrix thead th").first().text()).isEqualTo("Model");
        assertThat(PAGE.select("#score")).hasSize(1);
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
                .flatMap(run -> Try.allOf(run).stream())
                .filter(made -> made.attempt().timing().isPresent())
                .count();
        assertThat(PAGE.select("section[aria-labelledby=cells] svg.plot[role=img]"))
                .hasSize((int) timed);
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
    }

    @Test
    void visits_stand_side_by_side() {
        Element table = PAGE.select("table.figures").first();
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
        Element plot = soak.selectFirst("figure svg");
        assertThat(plot.selectFirst("path.dots").attr("d").split("M")).hasSize(31);
        assertThat(plot.select("line.trend")).hasSize(1);
        assertThat(soak.selectFirst("figcaption").text()).contains("kB/cycle (+");
        assertThat(PAGE.select("table.figures").get(2).text())
                .containsPattern("\\+\\d+\\.\\d kB/cycle \\+\\d+\\.\\d to \\+");
    }

    @Test
    void every_sample_of_every_scenario_is_on_the_page() {
        for (int i = 0; i < ScenarioFixtures.all().size(); i++) {
            Element shown = PAGE.getElementById("scenario-" + (i + 1));
            for (var figure : ScenarioFixtures.all().get(i).figures()) {
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
    void what_failed_beside_the_cells_is_shown_and_what_a_cell_shows_is_not_repeated() {
        var run = Fixtures.withErrors(ShowcaseRun.record());
        var page = Jsoup.parse(new HtmlReporter().render(run));
        assertThat(page.select("section[aria-labelledby=errors] tbody tr")).hasSize(2);
        assertThat(page.select("section[aria-labelledby=errors]").text())
                .contains("launch of cuda PROBE_CRASHED it ended with <SIGSEGV> & more")
                .doesNotContain("of an attempt");
        assertThat(new MarkdownReporter().render(run))
                .contains("What else failed")
                .contains("3 times")
                .doesNotContain("of an attempt");
        assertThat(new HtmlReporter().render(ShowcaseRun.record())).doesNotContain("What else failed");
    }

    @Test
    void a_run_without_cells_and_an_interrupted_one_have_a_page_that_says_so() {
        assertThat(Jsoup.parse(new HtmlReporter().render(record("empty"))).text())
                .contains("No cell was run");
        var run = ShowcaseRun.record();
        var interrupted = new RunRecord(
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
                run.scenarios(),
                run.elapsed(),
                run.selection());
        assertThat(Jsoup.parse(new HtmlReporter().render(interrupted))
                        .select(".banner")
                        .text())
                .contains("Interrupted");
        assertThat(new MarkdownReporter().render(interrupted)).contains("**Interrupted:**");
    }
}
