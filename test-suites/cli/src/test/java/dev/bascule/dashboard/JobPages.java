package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs that are started, scheduled and watched from the page, and tests that are made there. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
abstract class JobPages {
    private static final double PATIENCE = 90_000;

    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    private static LocatorAssertions.IsVisibleOptions soon() {
        return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE);
    }

    @Test
    void a_run_is_started_from_the_page_and_watched_to_its_end() {
        try (Window window = dashboard.window().signedIn().at("start?model=resnet-micro")) {
            Page page = window.page();
            page.locator("input[value=cpu]").check();
            page.getByText("Settings").click();
            page.getByLabel("--min-duration").fill("a while");
            assertThat(page.locator(".plan").getByRole(AriaRole.ALERT)).containsText("a while");
            page.getByLabel("--min-duration").fill("10ms");
            page.getByLabel("--warm-up-limit").fill("10ms");
            assertThat(page.locator(".plan")).containsText("1 case");
            window.named(AriaRole.BUTTON, "Start").click();

            assertThat(page.locator("table.cells tbody tr"))
                    .hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE));
            assertThat(window.named(AriaRole.LINK, "Compare with history")).isVisible(soon());
            assertThat(page.locator("table.cells tbody tr")).containsText("pass");
            page.locator("table.cells tbody tr a").click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("resnet-micro");
            assertThat(window.complaints().stream().filter(text -> !text.contains("status of 400")))
                    .as("but for the setting that the server refused")
                    .isEmpty();
        }
    }

    @Test
    void a_run_is_scheduled_from_the_page_paused_and_deleted() {
        try (Window window = dashboard.window().signedIn().at("start?model=ds-cnn&clock=")) {
            Page page = window.page();
            assertThat(page.locator(".plan")).containsText("case");
            page.getByLabel("When").selectOption("at times of your own");
            page.getByLabel("Minute, hour, day, month, weekday (cron)").fill("61 2 * * *");
            window.named(AriaRole.BUTTON, "Schedule").click();
            assertThat(page.locator(".plan").getByRole(AriaRole.ALERT)).containsText("61");
            page.getByLabel("When").selectOption("every night at 02:30");
            window.named(AriaRole.BUTTON, "Schedule").click();

            assertThat(window.named(AriaRole.HEADING, "Schedules")).isVisible();
            Locator row = page.locator("tbody tr");
            assertThat(row).containsText("every night at 02:30");
            assertThat(row).containsText("ds-cnn");
            row.getByText("Pause").click();
            assertThat(row).containsText("paused");
            row.getByText("Resume").click();
            assertThat(row).not().containsText("paused");
            row.getByText("Delete").click();
            row.getByText("Delete for good").click();
            assertThat(page.getByText("Nothing is scheduled")).isVisible();
        }
    }

    @Tag("full")
    @Test
    void watching_goes_on_after_a_cut_without_loss_or_duplicates() throws Exception {
        try (CuttableProxy cable = CuttableProxy.to(dashboard.server().port());
                Window window =
                        dashboard.window(cable.port(), new Browser.NewContextOptions().setViewportSize(1280, 900))) {
            Page page = window.page();
            String job =
                    dashboard.server().startJob(List.of("zoo:resnet-micro", "zoo:mobilenet-micro", "zoo:bert-micro"));
            window.at("jobs/" + job);
            assertThat(page.locator(".connection")).hasText(Pattern.compile("live"));
            page.locator("table.cells tbody tr").first().waitFor();

            cable.cut();
            assertThat(page.locator(".connection")).hasText(Pattern.compile("reconnecting"));
            page.waitForTimeout(2_000);
            cable.mend();
            assertThat(page.locator(".connection")).hasText(Pattern.compile("live"));

            assertThat(window.named(AriaRole.LINK, "Compare with history")).isVisible(soon());
            JsonNode end = dashboard.server().get("/jobs/" + job);
            Map<Integer, String> told = new TreeMap<>();
            end.path("progress")
                    .forEach(cell -> told.put(
                            cell.path("number").asInt(), cell.path("caseId").asText()));
            assertThat(page.locator("table.cells tbody th").allInnerTexts()).containsExactlyElementsOf(told.values());
            assertThat(page.locator("table.cells .spinner")).hasCount(0);
            assertThat(page.locator(".log li")).hasCount(end.path("log").size());
        }
    }

    /** A cut at the very end: the event got through, what is asked for upon it did not. */
    @Tag("full")
    @Test
    void an_end_is_shown_though_its_snapshot_did_not_get_through() {
        try (Window window = dashboard.window()) {
            Page page = window.page();
            // Long enough that it is not over before its page is open and the cut is in place.
            String job = dashboard
                    .server()
                    .startJob(List.of("zoo:resnet-micro", "zoo:mobilenet-micro", "zoo:bert-micro"), "5s");
            window.at("jobs/" + job);
            page.locator("table.cells tbody tr").first().waitFor();
            AtomicInteger lost = new AtomicInteger();
            page.route(
                    "**/api/v1/jobs/" + job,
                    route -> {
                        lost.incrementAndGet();
                        route.abort();
                    },
                    new Page.RouteOptions().setTimes(1));
            page.waitForCondition(() -> lost.get() == 1);
            // Links to cells are in the snapshot alone.
            assertThat(page.locator("table.cells tbody tr a"))
                    .hasCount(3, new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE));
            assertThat(window.named(AriaRole.LINK, "Compare with history")).isVisible();
        }
    }

    @Test
    void a_test_is_generated_from_a_cell() {
        try (Window window = dashboard.window().at("?q=ds-cnn")) {
            Page page = window.page();
            window.cells().first().click();
            page.getByRole(AriaRole.DIALOG).getByText("Generate a test").click();
            window.settled();
            assertThat(page.locator(".file")).hasCount(3, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
            assertThat(page.locator(".file h3").allInnerTexts())
                    .anyMatch(path -> path.endsWith(".yaml") || path.endsWith(".yml"))
                    .anyMatch(path -> path.endsWith(".java"));
            Download zip = page.waitForDownload(
                    () -> window.named(AriaRole.LINK, "Download all as a zip").click());
            assertThat(zip.suggestedFilename()).isEqualTo("bascule-test.zip");
            assertThat(window.complaints()).isEmpty();
        }
    }
}
