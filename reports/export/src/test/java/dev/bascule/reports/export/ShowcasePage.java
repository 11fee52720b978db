package dev.bascule.reports.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.reports.fixture.ShowcaseRun;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The report of the showcase run, rendered once for all tests. They must not change it. */
final class ShowcasePage {
    static final String HTML = new HtmlReporter().render(ShowcaseRun.record());
    static final Document PAGE = Jsoup.parse(HTML);

    private ShowcasePage() {}

    /** The data of a page's charts by the ids of their places. */
    static JsonNode charts(Document page) {
        try {
            return new ObjectMapper().readTree(page.getElementById("charts").data());
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
