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
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.VersionMatrix;
import dev.bascule.reports.matrix.VersionMatrix.Slice;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class VersionsPageTest {
    private static final String ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> &lt;b&gt;";

    @Test
    void names_versions_and_messages_from_outside_are_never_markup() {
        Browser browser = new Browser("browser " + ATTACK, "153.0", "process", List.of());
        CaseRun plain = strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).in(browser)
                        .failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "message " + ATTACK)
                        .build());
        CaseRun failed = new CaseRun(
                plain.caseId(),
                Fixtures.model("model " + ATTACK, "dd", Family.OTHER, "task"),
                plain.chain(),
                plain.attempts(),
                plain.fallbackCost(),
                "message " + ATTACK);
        List<Slice> slices = List.of(
                new Slice("1 " + ATTACK, CaseResult.allOf(record("run", failed)), Optional.empty()),
                new Slice("2 " + ATTACK, List.of(), Optional.of("absent " + ATTACK)));

        Document page = Jsoup.parse(VersionsPage.render(
                VersionMatrix.of(slices, Optional.empty()), "product " + ATTACK, "command " + ATTACK, Fixtures.START));

        assertThat(page.select("script, img, [onerror]")).isEmpty();
        assertThat(page.title()).isEqualTo("Versions of product " + ATTACK);
        assertThat(page.select("tbody th").text()).isEqualTo("model " + ATTACK);
        assertThat(page.select("thead th").text()).contains("browser " + ATTACK, "1 " + ATTACK, "2 " + ATTACK);
        assertThat(page.select("dd").text()).isEqualTo("absent " + ATTACK);
        assertThat(page.select("li").text()).contains("message " + ATTACK);
        assertThat(page.select("code").text()).contains("command " + ATTACK);
    }
}
