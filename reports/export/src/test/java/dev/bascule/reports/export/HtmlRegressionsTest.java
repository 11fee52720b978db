package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Who reads no more than the first screen learns that something became worse. */
class HtmlRegressionsTest {

    private static String panel(Document page) {
        return page.select("section[aria-labelledby=glance] .panel").last().text();
    }

    @Test
    void a_case_that_became_slower_is_in_the_heading_and_at_a_glance() {
        Document page = Jsoup.parse(RegressedRun.slower(new HtmlReporter()));
        assertThat(page.select(".tally").text()).isEqualTo("✗ 1 REGRESSION ✓ 1 PASS");
        assertThat(page.select(".tally a").attr("href")).isEqualTo("#against");
        assertThat(panel(page))
                .startsWith("What became worse Every cell gave right outputs. ✗ regression bert-tiny on wasm in"
                        + " Chrome Headless Shell takes ×3.0")
                .endsWith("How it was held against the baseline");
    }

    @Test
    void what_failed_is_listed_once_though_it_is_a_regression_too() {
        Document page = Jsoup.parse(RegressedRun.failed(new HtmlReporter()));
        assertThat(page.select(".tally").text()).isEqualTo("✗ 1 REGRESSION ✗ 1 FAILED");
        assertThat(panel(page)).startsWith("What failed, and why ✗ FAILED").doesNotContain("regression");
    }

    @Test
    void negative_control_the_same_again_has_become_no_worse() {
        Document page = Jsoup.parse(RegressedRun.theSameAgain(new HtmlReporter()));
        assertThat(page.select(".tally").text()).isEqualTo("✓ 1 PASS");
        assertThat(panel(page)).isEqualTo("Nothing failed Every cell gave right outputs.");
    }
}
