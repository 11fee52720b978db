package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.export.ShowcasePage.HTML;
import static dev.bascule.reports.export.ShowcasePage.PAGE;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.rating.Rating;
import dev.bascule.reports.scoring.Formula;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.ParseErrorList;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/** The report as a whole: what stands on the page, and that each part is led to. */
class HtmlReporterTest {
    @Test
    void the_page_is_well_formed() {
        Parser parser = Parser.htmlParser().setTrackErrors(50);
        parser.parseInput(HTML, "");
        ParseErrorList errors = parser.getErrors();
        assertThat(errors).isEmpty();
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
    void each_chart_has_its_data_and_each_data_its_place() {
        assertThat(PAGE.select("div.plot").eachAttr("id"))
                .containsExactlyElementsOf(ShowcasePage.charts(PAGE).properties().stream()
                        .map(Map.Entry::getKey)
                        .toList());
        assertThat(PAGE.select("figure:has(div.plot) figcaption")).hasSameSizeAs(PAGE.select("div.plot"));
    }

    @Test
    void the_first_screen_says_where_each_model_runs_best_and_what_failed() {
        Element glance = PAGE.selectFirst("section[aria-labelledby=glance]");
        Element bert = glance.selectFirst(".best tbody tr");
        assertThat(bert.text())
                .contains("bert-tiny")
                .contains("right on 4 of 4 targets")
                .contains("webnn cpu, Chrome Headless Shell 153 4.44 ms");
        assertThat(glance.select(".best tbody tr").last().text())
                .contains("none right and timed")
                .contains("0 of 4");
        assertThat(glance.select(".failures li")).hasSize(4);
        assertThat(glance.text()).contains("WRONG mobilenet-tiny on webgpu").contains("All 6 reasons");
    }

    @Test
    void targets_are_rated_in_words_and_figures_and_the_rules_stand_beside() {
        Element ratings = PAGE.selectFirst("section[aria-labelledby=ratings]");
        assertThat(ratings.select("tbody tr").first().text()).startsWith("1. cpu High 85");
        assertThat(ratings.text())
                .contains("not measured")
                .contains(Rating.thresholds())
                .contains("over all:");
        assertThat(PAGE.select("a[href=#ratings]")).hasSize(1);
    }

    @Test
    void what_the_run_was_held_against_is_on_the_page_where_it_was() {
        RunRecord now = record(
                "now", strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build()));
        RunRecord before = record("before", strict(TEXT, Verdict.PASS, on(WASM).build()));
        ComparisonReport comparison = Comparer.compare(
                new ComparedSide("main <b>", CaseResult.allOf(before)),
                new ComparedSide("this run", CaseResult.allOf(now)),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
        Document page = Jsoup.parse(new HtmlReporter().with(comparison).render(now));
        Element against = page.selectFirst("section[aria-labelledby=against]");
        assertThat(against.selectFirst("h2").text()).isEqualTo("Against main <b>");
        assertThat(against.text())
                .contains("1 regression")
                .contains("PASS → ✗ WRONG")
                .contains("no longer right");
        assertThat(PAGE.select("#against")).isEmpty();
    }

    @Test
    void where_nothing_was_compared_no_chip_says_that_all_is_well() {
        ComparisonReport nothing = against(
                record("before", strict(VISION, Verdict.PASS, on(WASM).build())),
                record("now", strict(TEXT, Verdict.PASS, on(WASM).build())));
        ComparisonReport untold = against(
                record(
                        "before",
                        strict(TEXT, Verdict.PASS, on(WASM).build()),
                        strict(VISION, Verdict.PASS, on(WASM).build())),
                record("now", strict(TEXT, Verdict.PASS, on(WASM).build())));
        ComparisonReport same = against(
                record("before", strict(TEXT, Verdict.PASS, on(WASM).build())),
                record("now", strict(TEXT, Verdict.PASS, on(WASM).build())));
        assertThat(chip(nothing)).isEqualTo("none: – nothing compared");
        assertThat(chip(untold)).isEqualTo("fair: ? no regression shown, of 1 place nothing can be told");
        assertThat(chip(same)).isEqualTo("good: ✓ no regression shown");
    }

    private static ComparisonReport against(RunRecord before, RunRecord now) {
        return Comparer.compare(
                new ComparedSide("before", CaseResult.allOf(before)),
                new ComparedSide("now", CaseResult.allOf(now)),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
    }

    private static String chip(ComparisonReport report) {
        String page = ComparisonPage.render(report, Fixtures.START);
        Element chip = Jsoup.parse(page).selectFirst("header .chip");
        return chip.className().replace("chip ", "") + ": " + chip.text();
    }

    @Test
    void a_target_is_recommended_only_where_every_model_of_the_family_was_right() {
        Element advice = PAGE.selectFirst("section[aria-labelledby=advice]");
        assertThat(advice.select("tr:contains(use in browsers)").eachText())
                .hasSize(2)
                .allSatisfy(row -> assertThat(row).contains("webnn cpu").contains("1 of 1"));
        assertThat(advice.text()).contains("browser: no target is right on it").contains("×1/2.09");
        assertThat(advice.select("td:contains(Not right on every model)").eachText())
                .hasSize(2)
                .anySatisfy(row -> assertThat(row).contains("webgpu (software), Chrome Headless Shell 153 (0 of 1)"));
    }

    @Test
    void where_no_difference_is_shown_no_target_has_the_star_and_chains_are_said_to_be_left_out() {
        Element advice = Jsoup.parse(new HtmlReporter()
                        .render(record(
                                "1",
                                strict(
                                        TEXT,
                                        Verdict.PASS,
                                        on(WEBNN).median(4).nativeTakes(2).build()),
                                strict(
                                        TEXT,
                                        Verdict.PASS,
                                        on(WASM).median(4.01).nativeTakes(2).build()))))
                .selectFirst("section[aria-labelledby=advice]");
        assertThat(advice.select("tr:contains(★)")).isEmpty();
        assertThat(advice.select("tr:contains(of the fastest in browsers: no difference shown to)"))
                .hasSize(2);
        assertThat(advice.selectFirst("caption").text()).contains("Chains are left out");
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
        List<String> points = PAGE.select("section[aria-labelledby=score] tbody td:nth-child(2)")
                .eachText();
        BigDecimal sum = points.subList(0, points.size() - 1).stream()
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(sum).isEqualByComparingTo(points.get(points.size() - 1));
        assertThat(PAGE.select("section[aria-labelledby=score] tbody tr").last().text())
                .endsWith("rounded: " + sum.setScale(0, RoundingMode.HALF_UP));
    }

    @Test
    void what_failed_beside_the_cells_is_shown_and_what_a_cell_shows_is_not_repeated() {
        var run = RunVariants.withErrors(ShowcaseRun.record());
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
        var interrupted = RunVariants.stopped(ShowcaseRun.record());
        assertThat(Jsoup.parse(new HtmlReporter().render(interrupted))
                        .select(".banner")
                        .text())
                .contains("Interrupted");
        assertThat(new MarkdownReporter().render(interrupted)).contains("**Interrupted:**");
    }

    @Test
    void the_page_lists_what_was_not_run_and_how_long_a_download_took() {
        var page = Jsoup.parse(new HtmlReporter().render(RunVariants.stopped(ShowcaseRun.record())));

        assertThat(page.select("#unrun ~ div tbody tr")).hasSize(2);
        assertThat(page.text())
                .contains("2 cells not run")
                .contains("webgpu→wasm in Chromium & <156> the run was stopped before it")
                .contains("no worker can do it: mac: no <abacus>")
                .contains("Downloaded hf:org/<repo> in 12.3 s");
        assertThat(new HtmlReporter().render(ShowcaseRun.record())).doesNotContain("id=\"unrun\"");
    }
}
