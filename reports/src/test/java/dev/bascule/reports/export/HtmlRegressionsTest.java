package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Who reads no more than the first screen learns that something became worse. */
class HtmlRegressionsTest {

    private static RunRecord run(int hour, CaseRun only) {
        return Fixtures.record("run-" + hour, Fixtures.START.plus(Duration.ofHours(hour)), only);
    }

    private static CaseRun pass(double median) {
        return strict(TEXT, Verdict.PASS, on(WASM).median(median).build());
    }

    private static Document page(CaseRun now) {
        RunRecord record = run(9, now);
        // Runs that differ a little, as they do.
        ComparedSide baseline = new ComparedSide(
                "main",
                IntStream.range(0, 5)
                        .mapToObj(i -> run(i, pass(10 + 0.1 * (i % 3 - 1))))
                        .flatMap(one -> Sighting.allOf(one).stream())
                        .toList());
        var comparison = Comparer.compare(
                baseline, ComparedSide.of("this run", record), Set.of(), List.of(), ComparisonOptions.DEFAULT);
        return Jsoup.parse(new HtmlReporter().with(comparison).render(record));
    }

    private static String panel(Document page) {
        return page.select("section[aria-labelledby=glance] .panel").last().text();
    }

    @Test
    void a_case_that_became_slower_is_in_the_heading_and_at_a_glance() {
        Document page = page(pass(30));
        assertThat(page.select(".tally").text()).isEqualTo("✗ 1 REGRESSION ✓ 1 PASS");
        assertThat(page.select(".tally a").attr("href")).isEqualTo("#against");
        assertThat(panel(page))
                .startsWith("What became worse Every cell gave right outputs. ✗ regression bert-tiny on wasm in"
                        + " Chrome Headless Shell takes ×3.0")
                .endsWith("How it was held against the baseline");
    }

    @Test
    void what_failed_is_listed_once_though_it_is_a_regression_too() {
        Document page = page(strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no kernel")
                        .build()));
        assertThat(page.select(".tally").text()).isEqualTo("✗ 1 REGRESSION ✗ 1 FAILED");
        assertThat(panel(page)).startsWith("What failed, and why ✗ FAILED").doesNotContain("regression");
    }

    @Test
    void negative_control_the_same_again_has_become_no_worse() {
        Document page = page(pass(10.05));
        assertThat(page.select(".tally").text()).isEqualTo("✓ 1 PASS");
        assertThat(panel(page)).isEqualTo("Nothing failed Every cell gave right outputs.");
    }
}
