package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PdfPrinterTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @Test
    @Tag("browser")
    void the_report_becomes_a_pdf_with_pages_bookmarks_and_tags() {
        assumeTrue(NodeTool.find(System.getenv()).isPresent(), "Playwright's driver needs Node.js");
        List<BrowserInstallation> bundled = BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(BrowserInstallation::bundled)
                .toList();
        assumeTrue(!bundled.isEmpty(), "the bundled browser is not unpacked: build browser-runtime");
        byte[] pdf = new PdfPrinter(() -> bundled, System.getenv(), LIMIT)
                .pdf(Reporters.find("html").orElseThrow().render(ShowcaseRun.record()));
        String text = new String(pdf, StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF-").contains("/StructTreeRoot").contains("/Outlines");
        assertThat(text.split("/Type /Page\\b")).hasSizeGreaterThan(3);
    }

    @Test
    void where_no_browser_can_print_it_says_so_and_what_helps() {
        assertThatThrownBy(() -> new PdfPrinter(List::of, Map.of(), LIMIT).pdf("<p>page</p>"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("none is here")
                .satisfies(error -> assertThat(
                                ((BasculeException) error).failure().remedies())
                        .anySatisfy(remedy -> assertThat(remedy).contains("print the HTML report from any browser")));
    }
}
