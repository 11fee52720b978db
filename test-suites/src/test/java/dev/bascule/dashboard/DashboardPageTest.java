package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.bascule.bridge.browse.Axe;
import dev.bascule.bridge.browse.BrowsedPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dashboard as people use it: a real server with real runs, in a real browser. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class DashboardPageTest {
    private static final List<String> PAGES = List.of(
            "",
            "compare",
            "time",
            "hardware",
            "scores",
            "runs",
            "inventory",
            "jobs",
            "start",
            "schedules",
            "devices",
            "audit",
            "generate");
    private static final double PATIENCE = 90_000;

    @TempDir
    private static Path folder;

    private static BrowsedPage browser;
    private static ServedDashboard server;
    private static String firstJob;

    @BeforeAll
    static void start() throws Exception {
        browser = BrowsedPage.start(List.of());
        server = ServedDashboard.start(folder);
        firstJob = server.startJob(List.of("zoo:ds-cnn"));
        assertThat(server.awaitEnd(firstJob)).isEqualTo("DONE");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    /** A person's window, and what its pages complained of: scripts and styles that the policy keeps out among it. */
    private record Window(BrowserContext context, Page page, int port, List<String> complaints)
            implements AutoCloseable {
        static Window open(int port, Browser.NewContextOptions options) {
            BrowserContext context = browser.browser().newContext(options.setReducedMotion(ReducedMotion.REDUCE));
            Page page = context.newPage();
            page.setDefaultTimeout(30_000);
            List<String> complaints = new ArrayList<>();
            page.onConsoleMessage(message -> {
                if (message.type().equals("error") || message.type().equals("warning")) {
                    complaints.add(message.text());
                }
            });
            page.onPageError(complaints::add);
            return new Window(context, page, port, complaints);
        }

        static Window open() {
            return open(server.port(), new Browser.NewContextOptions().setViewportSize(1280, 900));
        }

        Window at(String path) {
            page.navigate(ServedDashboard.page(port, path));
            return settled();
        }

        /** By the link, as somebody does who has started the server. */
        Window signedIn() {
            page.navigate(ServedDashboard.page(port, "#token=" + ServedDashboard.TOKEN));
            assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign out")))
                    .isVisible();
            assertThat(page.url()).doesNotContain("token");
            return this;
        }

        Window settled() {
            page.waitForFunction("() => document.querySelector('main h1') && !document.querySelector('.loading')");
            return this;
        }

        Locator cells() {
            return page.locator("td[role=gridcell] a[data-cell]");
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static LocatorAssertions.IsVisibleOptions soon() {
        return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE);
    }

    private static Locator named(Page page, AriaRole role, String name) {
        return page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void somebody_signs_in_by_the_form_and_out_again() {
        try (Window window = Window.open().at("sign-in?back=/dashboard/runs")) {
            Page page = window.page();
            page.getByLabel("Token").fill("not-the-token-at-all");
            named(page, AriaRole.BUTTON, "Sign in with the token").click();
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("SIGN_IN_REFUSED");

            page.getByLabel("Token").fill(ServedDashboard.TOKEN);
            named(page, AriaRole.BUTTON, "Sign in with the token").click();
            assertThat(named(page, AriaRole.HEADING, "Runs")).isVisible();

            named(page, AriaRole.BUTTON, "Sign out").click();
            assertThat(named(page, AriaRole.LINK, "Sign in")).isVisible();
        }
    }

    @Test
    void the_matrix_is_filtered_and_its_address_shows_the_same_again() {
        try (Window window = Window.open().at("")) {
            Page page = window.page();
            assertThat(window.cells().first()).isVisible();
            page.getByLabel("Search the matrix").fill("no-such-model-anywhere");
            assertThat(page.getByText("No cell passes all of these filters")).isVisible();
            assertThat(page.url()).contains("q=no-such-model-anywhere");

            page.reload();
            assertThat(page.getByText("No cell passes all of these filters")).isVisible();
            assertThat(page.getByLabel("Search the matrix")).hasValue("no-such-model-anywhere");

            named(page, AriaRole.BUTTON, "Clear all filters").click();
            assertThat(window.cells().first()).isVisible();
            assertThat(page.url()).doesNotContain("q=");
        }
    }

    @Test
    void a_cell_is_opened_by_the_keyboard_with_its_evidence_and_gives_the_focus_back() {
        try (Window window = Window.open().at("?q=ds-cnn")) {
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

    @Test
    void a_run_is_started_from_the_page_and_watched_to_its_end() {
        try (Window window = Window.open().signedIn().at("start?model=resnet-micro")) {
            Page page = window.page();
            page.locator("input[value=cpu]").check();
            page.getByText("Settings").click();
            page.getByLabel("--min-duration").fill("a while");
            assertThat(page.locator(".plan").getByRole(AriaRole.ALERT)).containsText("a while");
            page.getByLabel("--min-duration").fill("10ms");
            page.getByLabel("--warm-up-limit").fill("10ms");
            assertThat(page.locator(".plan")).containsText("1 case");
            named(page, AriaRole.BUTTON, "Start").click();

            assertThat(page.locator("table.cells tbody tr"))
                    .hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE));
            assertThat(named(page, AriaRole.LINK, "Compare with history")).isVisible(soon());
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
        try (Window window = Window.open().signedIn().at("start?model=ds-cnn&clock=")) {
            Page page = window.page();
            assertThat(page.locator(".plan")).containsText("case");
            page.getByLabel("When").selectOption("at times of your own");
            page.getByLabel("Minute, hour, day, month, weekday (cron)").fill("61 2 * * *");
            named(page, AriaRole.BUTTON, "Schedule").click();
            assertThat(page.locator(".plan").getByRole(AriaRole.ALERT)).containsText("61");
            page.getByLabel("When").selectOption("every night at 02:30");
            named(page, AriaRole.BUTTON, "Schedule").click();

            assertThat(named(page, AriaRole.HEADING, "Schedules")).isVisible();
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

    @Test
    void the_link_for_devices_is_shown_to_who_is_signed_in_and_opens_the_runner() {
        try (Window window = Window.open().at("devices")) {
            Page page = window.page();
            assertThat(page.getByText("for who is signed in")).isVisible();
            window.signedIn().at("devices");
            assertThat(page.getByText("This server listens on this machine only."))
                    .isVisible();
            String link = page.getByLabel("Link").innerText();
            assertThat(link).contains("/attach.html#token=");
            page.navigate(link);
            assertThat(page.locator("body")).containsText("Bascule");
        }
    }

    @Test
    void watching_goes_on_after_a_cut_without_loss_or_duplicates() throws Exception {
        try (CuttableProxy cable = CuttableProxy.to(server.port());
                Window window = Window.open(cable.port(), new Browser.NewContextOptions().setViewportSize(1280, 900))) {
            Page page = window.page();
            String job = server.startJob(List.of("zoo:resnet-micro", "zoo:mobilenet-micro", "zoo:bert-micro"));
            window.at("jobs/" + job);
            assertThat(page.locator(".connection")).hasText(Pattern.compile("live"));
            page.locator("table.cells tbody tr").first().waitFor();

            cable.cut();
            assertThat(page.locator(".connection")).hasText(Pattern.compile("reconnecting"));
            page.waitForTimeout(2_000);
            cable.mend();
            assertThat(page.locator(".connection")).hasText(Pattern.compile("live"));

            assertThat(named(page, AriaRole.LINK, "Compare with history")).isVisible(soon());
            JsonNode end = server.get("/jobs/" + job);
            Map<Integer, String> told = new TreeMap<>();
            end.path("progress")
                    .forEach(cell -> told.put(
                            cell.path("number").asInt(), cell.path("caseId").asText()));
            assertThat(page.locator("table.cells tbody th").allInnerTexts()).containsExactlyElementsOf(told.values());
            assertThat(page.locator("table.cells .spinner")).hasCount(0);
            assertThat(page.locator(".log li")).hasCount(end.path("log").size());
        }
    }

    @Test
    void a_test_is_generated_from_a_cell() {
        try (Window window = Window.open().at("?q=ds-cnn")) {
            Page page = window.page();
            window.cells().first().click();
            page.getByRole(AriaRole.DIALOG).getByText("Generate a test").click();
            window.settled();
            assertThat(page.locator(".file")).hasCount(3, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
            assertThat(page.locator(".file h3").allInnerTexts())
                    .anyMatch(path -> path.endsWith(".yaml") || path.endsWith(".yml"))
                    .anyMatch(path -> path.endsWith(".java"));
            com.microsoft.playwright.Download zip = page.waitForDownload(
                    () -> named(page, AriaRole.LINK, "Download all as a zip").click());
            assertThat(zip.suggestedFilename()).isEqualTo("bascule-test.zip");
            assertThat(window.complaints()).isEmpty();
        }
    }

    @Test
    void of_a_wide_matrix_only_what_is_in_sight_is_drawn_and_the_keyboard_reaches_all_of_it() {
        try (Window window = Window.open()) {
            Page page = window.page();
            String wide = WideMatrix.of(server.get("/matrix"), 60, 200).toString();
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
            assertThat(Axe.serious(page)).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} px, {1}")
    @CsvSource({"1280, LIGHT", "1280, DARK", "390, LIGHT", "390, DARK"})
    void every_page_can_be_used_by_everybody(int width, ColorScheme scheme) {
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme);
        try (Window window = Window.open(server.port(), options).signedIn()) {
            Page page = window.page();
            Map<String, Object> found = new TreeMap<>();
            for (String path : PAGES) {
                window.at(path);
                found.put(path, Axe.serious(page));
                assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                        .as("no scrolling sideways on " + path)
                        .isTrue();
            }
            window.at("jobs/" + firstJob);
            found.put("job", Axe.serious(page));
            window.at("");
            window.cells().first().click();
            page.getByRole(AriaRole.DIALOG).locator("svg").first().waitFor();
            found.put("cell", Axe.serious(page));
            assertThat(found)
                    .allSatisfy(
                            (path, findings) -> assertThat((List<?>) findings).isEmpty());
            assertThat(window.complaints().stream().filter(text -> !text.contains("status of 422")))
                    .as("but for two sides that have nothing in common")
                    .isEmpty();
        }
    }

    @Test
    void a_page_that_not_everybody_can_use_is_noticed() {
        try (Window window = Window.open().at("runs")) {
            window.page()
                    .evaluate(
                            "() => { const b = document.createElement('button'); document.querySelector('main').append(b); }");
            assertThat(Axe.serious(window.page())).singleElement().asString().contains("button-name");
        }
    }
}
