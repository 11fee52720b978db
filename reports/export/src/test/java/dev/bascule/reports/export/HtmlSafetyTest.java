package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.export.ShowcasePage.PAGE;
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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** Nothing that a run brings from outside gets to act on the report. */
class HtmlSafetyTest {
    @Test
    void the_page_asks_no_other_computer_for_anything() {
        assertThat(PAGE.select("link, iframe, object, embed, img, video, audio, form, base, script[src]"))
                .isEmpty();
        assertThat(PAGE.select("a[href]"))
                .allSatisfy(link -> assertThat(link.attr("href")).startsWith("#"));
        Document withoutScript = PAGE.clone();
        withoutScript.select("script").remove();
        assertThat(withoutScript.outerHtml())
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("@import")
                .doesNotContain("url(");
    }

    @Test
    void the_policy_lets_the_page_s_own_script_run_and_nothing_else() throws Exception {
        String policy = PAGE.select("meta[http-equiv=Content-Security-Policy]").attr("content");
        Element script = PAGE.selectFirst("script:not([type])");
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(script.data().getBytes(StandardCharsets.UTF_8));
        assertThat(PAGE.select("script:not([type])")).hasSize(1);
        assertThat(policy)
                .contains("default-src 'none'")
                .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        assertThat(PAGE.select("*").stream()
                        .flatMap(element -> element.attributes().asList().stream())
                        .filter(attribute -> attribute.getKey().startsWith("on")))
                .isEmpty();
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
                plain.fallbackCost(),
                attack);
        Document page = Jsoup.parse(new HtmlReporter().render(record("run-1", evil)));
        assertThat(page.select("img, [onerror]")).isEmpty();
        assertThat(page.select("script"))
                .hasSize(2)
                .noneMatch(script -> script.data().contains("alert(1)"));
        assertThat(page.text()).contains("<script>alert(1)</script>");
    }

    @Test
    void a_model_s_name_does_not_end_the_element_that_holds_the_charts_data() {
        String attack = "</script><script>alert(3)</script><!--";
        CaseRun timed = strict(TEXT, Verdict.PASS, on(WASM).build());
        CaseRun evil = new CaseRun(
                timed.caseId(),
                Fixtures.model(attack, "dd", Family.EMBEDDING, "task"),
                timed.chain(),
                timed.attempts(),
                timed.fallbackCost(),
                timed.reproduce());
        Document page = Jsoup.parse(new HtmlReporter().render(record("run-1", evil)));
        assertThat(page.select("script")).hasSize(2);
        assertThat(page.select("div.plot")).isNotEmpty();
        assertThat(ShowcasePage.charts(page)).hasSameSizeAs(page.select("div.plot"));
    }
}
