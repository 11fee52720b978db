package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reading what a Grid says of itself; the recorded answer is a Grid 4.47's with one session. */
class GridStatusTest {

    @Test
    void each_browser_is_listed_once_with_all_its_slots() throws Exception {
        GridStatus status = GridStatus.parse(recorded());
        assertThat(status.ready()).isTrue();
        assertThat(status.slots()).hasSize(4);
        assertThat(status.browsers()).hasSize(2);
        GridBrowser chrome = status.browsers().get(0);
        assertThat(chrome.toString()).isEqualTo("Chrome on Grid 156.0.8078.79 (linux)");
        assertThat(chrome.engine()).contains(BrowserEngine.CHROMIUM);
        assertThat(chrome.slots()).isEqualTo(2);
        assertThat(chrome.nodes()).containsExactly(URI.create("http://127.0.0.1:19601"));
        assertThat(chrome.options())
                .containsOnly(Map.entry("goog:chromeOptions", Map.of("binary", "/usr/bin/chromium")));
        assertThat(status.browsers().get(1).engine()).contains(BrowserEngine.GECKO);
    }

    @Test
    void a_slot_with_a_session_is_busy() throws Exception {
        assertThat(GridStatus.parse(recorded()).slots())
                .filteredOn(GridStatus.Slot::busy)
                .singleElement()
                .satisfies(slot -> assertThat(slot.stereotype()).containsEntry("browserName", "chrome"));
        assertThat(GridStatus.parse(recorded().replaceAll("\"session\": \\{", "\"was\": {"))
                        .slots())
                .as("negative control")
                .noneMatch(GridStatus.Slot::busy);
    }

    @Test
    void a_node_that_is_down_or_drains_offers_nothing() throws Exception {
        assertThat(GridStatus.parse(recorded().replace("\"UP\"", "\"DRAINING\""))
                        .browsers())
                .isEmpty();
    }

    @Test
    void a_grid_without_nodes_says_that_it_is_not_ready() {
        GridStatus status = GridStatus.parse(
                "{\"value\": {\"ready\": false, \"message\": \"Selenium Grid not ready.\", \"nodes\": []}}");
        assertThat(status.ready()).isFalse();
        assertThat(status.message()).isEqualTo("Selenium Grid not ready.");
        assertThat(status.browsers()).isEmpty();
    }

    @Test
    void what_is_no_grid_is_told_from_one() {
        assertThatIllegalArgumentException().isThrownBy(() -> GridStatus.parse("<html>"));
        assertThatIllegalArgumentException().isThrownBy(() -> GridStatus.parse("{\"status\": \"ok\"}"));
        assertThatIllegalArgumentException().isThrownBy(() -> GridStatus.parse(""));
    }

    @Test
    void a_version_of_any_is_no_version() throws Exception {
        GridStatus status = GridStatus.parse(recorded().replace("\"linux\"", "\"ANY\""));
        assertThat(status.browsers())
                .allSatisfy(browser -> assertThat(browser.platform()).isEqualTo(Optional.empty()));
    }

    static String recorded() throws IOException {
        try (InputStream file = GridStatusTest.class.getResourceAsStream("grid-status.json")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
