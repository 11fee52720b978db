package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.bascule.bridge.browse.Axe;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The matrix and its cells as people use them: a real server with real runs, in a real browser. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
abstract class MatrixPages {
    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    @Test
    void the_matrix_is_filtered_and_its_address_shows_the_same_again() {
        try (Window window = dashboard.window().at("")) {
            Page page = window.page();
            assertThat(window.cells().first()).isVisible();
            page.getByLabel("Search the matrix").fill("no-such-model-anywhere");
            assertThat(page.getByText("No cell passes all of these filters")).isVisible();
            assertThat(page.url()).contains("q=no-such-model-anywhere");

            page.reload();
            assertThat(page.getByText("No cell passes all of these filters")).isVisible();
            assertThat(page.getByLabel("Search the matrix")).hasValue("no-such-model-anywhere");

            window.named(AriaRole.BUTTON, "Clear all filters").click();
            assertThat(window.cells().first()).isVisible();
            assertThat(page.url()).doesNotContain("q=");
        }
    }

    @Test
    void a_cell_is_opened_by_the_keyboard_with_its_evidence_and_gives_the_focus_back() {
        try (Window window = dashboard.window().at("?q=ds-cnn")) {
            Page page = window.page();
            window.cells().first().focus();
            page.keyboard().press("Enter");
            Locator panel = page.getByRole(AriaRole.DIALOG);
            assertThat(panel.locator(".attempt")).hasCount(1);
            assertThat(panel).containsText("Requested");
            assertThat(panel).containsText("All ");
            assertThat(panel.locator(".command code")).containsText("bascule run");
            assertThat(panel.locator("svg").first()).isVisible();
            assertThat(page.url()).contains("cell=");

            page.keyboard().press("Escape");
            assertThat(panel).hasCount(0);
            assertThat(page).not().hasURL(Pattern.compile("cell="));
            assertThat(window.cells().first()).isFocused();
            page.goForward();
            assertThat(panel).hasCount(1);
            page.goBack();
            assertThat(panel).hasCount(0);
            assertThat(window.complaints()).isEmpty();
        }
    }

    @Tag("full")
    @Test
    void of_a_wide_matrix_only_what_is_in_sight_is_drawn_and_the_keyboard_reaches_all_of_it() {
        try (Window window = dashboard.window()) {
            Page page = window.page();
            String wide =
                    WideMatrix.of(dashboard.server().get("/matrix"), 60, 200).toString();
            page.route(
                    Pattern.compile("/api/v1/matrix"),
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setContentType("application/json")
                            .setBody(wide)));
            window.at("");
            assertThat(window.cells().count()).isBetween(20, 2_000);
            assertThat(page.locator("table[role=grid]")).hasAttribute("aria-colcount", "201");

            window.cells().first().focus();
            page.keyboard().press("Control+End");
            assertThat(page.locator("td[aria-colindex='201']:has(a:focus)")).isVisible();
            assertThat(page.locator("tr[aria-rowindex='62']:has(a:focus)")).isVisible();
            page.locator(".matrix-box").evaluate("box => box.scrollTo(0, 0)");
            assertThat(page.locator("tr[aria-rowindex='3']").first()).isVisible();
            page.keyboard().press("ArrowLeft");
            assertThat(page.locator("td[aria-colindex='200']:has(a:focus)")).isVisible();
            // Faster than frames.
            page.evaluate("() => { for (let i = 0; i < 3; i++) document.activeElement.dispatchEvent("
                    + "new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })); }");
            assertThat(page.locator("tr[aria-rowindex='59']:has(a:focus)")).isVisible();
            assertThat(Axe.serious(page)).isEmpty();
        }
    }

    /** In {@code mvn verify} what a run brings is seen live by {@link JobPages}, and where the focus goes by words.test.ts. */
    @Tag("full")
    @Test
    void a_history_that_grows_leaves_the_focus_where_it_is() {
        try (Window window = dashboard.window().at("?q=ds-cnn")) {
            Locator cell = window.cells().first();
            String before = cell.getAttribute("data-cell");
            cell.focus();
            String job = dashboard.server().startJob(List.of("zoo:ds-cnn"));
            assertThat(dashboard.server().awaitEnd(job)).isEqualTo("DONE");
            assertThat(cell).not().hasAttribute("data-cell", before);
            assertThat(cell).isFocused();
        }
    }

    @Test
    void a_case_is_run_again_from_its_cell_with_what_it_was_run_with() {
        try (Window window = dashboard.window().signedIn().at("?q=ds-cnn")) {
            Page page = window.page();
            window.cells().first().click();
            page.getByRole(AriaRole.DIALOG).getByText("Run again").click();
            window.settled();
            assertThat(page.locator(".plan .command code"))
                    .containsText(Pattern.compile("bascule run zoo:ds-cnn --backends cpu --strict --batch 1"));
        }
    }

    /** In {@code mvn verify} the server's side is {@code DashboardPredictionsTest}'s, and the page of predictions {@link DashboardPageTest}'s. */
    @Tag("full")
    @Test
    void predictions_are_off_until_they_are_asked_for_and_lead_to_measuring() {
        try (Window window = dashboard.window().signedIn()) {
            Page page = window.page();
            JsonNode gaps = blankBesideACell();
            answered(page, "/api/v1/matrix", gaps);
            answered(page, "/api/v1/predictions", PredictedBlank.of(gaps));
            window.at("");
            Locator predicted = page.locator("td.predicted a");
            assertThat(page.locator("td.gap a")).hasCount(1);
            assertThat(predicted).hasCount(0);

            page.getByLabel("Show predictions").check();
            assertThat(predicted).hasCount(1);
            assertThat(predicted).containsText("≈ 12.3 ms");
            assertThat(predicted).containsText("8.00 ms – 20.0 ms");
            assertThat(page.getByText("1 of 1 blank predicted")).isVisible();
            assertThat(page.url()).contains("predictions=on");
            assertThat((String) predicted.evaluate("a => getComputedStyle(a.parentElement).backgroundImage"))
                    .as("hatched")
                    .contains("repeating-linear-gradient");
            assertThat(Axe.serious(page)).isEmpty();

            page.reload();
            predicted.click();
            Locator panel = page.getByRole(AriaRole.DIALOG);
            assertThat(panel).containsText("predicted, not measured");
            assertThat(panel).containsText("native CPU measured here");
            assertThat(Axe.serious(page)).isEmpty();
            panel.getByText("Measure this").click();
            window.settled();
            assertThat(page.locator(".plan .command code"))
                    .containsText(Pattern.compile("bascule run zoo:ds-cnn --backends cpu --strict --batch 1"));

            window.at("?predictions=on");
            page.getByLabel("Show predictions").uncheck();
            assertThat(predicted).hasCount(0);
            assertThat(page.url()).doesNotContain("predictions");
            assertThat(window.complaints()).isEmpty();
        }
    }

    /** A row with a cell and a blank, the blank in a column of the same backend. */
    private static JsonNode blankBesideACell() {
        JsonNode gaps = WideMatrix.of(dashboard.server().get("/matrix?q=ds-cnn"), 1, 2);
        ((ArrayNode) gaps.path("cells")).remove(1);
        return gaps;
    }

    private static void answered(Page page, String path, JsonNode answer) {
        page.route(
                Pattern.compile(path + "(\\?|$)"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(answer.toString())));
    }

    @Test
    void a_blank_of_some_runs_is_not_told_as_never_run() {
        try (Window window = dashboard.window()) {
            Page page = window.page();
            JsonNode gaps = WideMatrix.of(dashboard.server().get("/matrix"), 1, 2);
            ((ArrayNode) gaps.path("cells")).remove(1);
            page.route(
                    Pattern.compile("/api/v1/matrix"),
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setContentType("application/json")
                            .setBody(gaps.toString())));
            window.at("");
            page.locator("td.gap a").first().click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Nobody has run this yet");

            window.at("?days=7");
            assertThat(page.getByText("Measured: last 7 days")).isVisible();
            assertThat(page.getByText("none of the chosen runs has the model")).isVisible();
            page.locator("td.gap a").first().click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("None of the chosen runs has this");
            assertThat(page.getByRole(AriaRole.DIALOG)).not().containsText("never tried");
        }
    }
}
