package dev.bascule.bridge.browse;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.export.QuantizationPage;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.export.TrainingPage;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.Trainings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The offline report in a real browser, as its readers have it: from a file. */
@Tag("browser")
@Timeout(180)
class ReportPageTest {
    private static final String REPORT = "report.html";
    /** Of a third of the showcase's cells, each of another kind: what is looked at takes as long as there are cells. */
    private static final String SHORT = "short.html";

    private static final String TRAINING = "training.html";
    private static final String QUANTIZATION = "quantization.html";

    @TempDir
    private static Path folder;

    private static BrowsedPage browser;
    private static String report;

    @BeforeAll
    static void start() throws Exception {
        browser = BrowsedPage.start(List.of());
        report = Reporters.find("html").orElseThrow().render(ShowcaseRun.record());
        Files.writeString(folder.resolve(REPORT), report);
        Files.writeString(
                folder.resolve(SHORT), Reporters.find("html").orElseThrow().render(few()));
        Files.writeString(folder.resolve(TRAINING), training());
        Files.writeString(
                folder.resolve(QUANTIZATION),
                QuantizationPage.render(
                        Quantizations.of("q1"),
                        List.of(new QuantizationPage.Absent("cuda", "no NVIDIA driver")),
                        Quantizations.BEGUN));
    }

    private static RunRecord few() {
        List<CaseRun> all = ShowcaseRun.runs();
        CaseRun[] few = IntStream.range(0, all.size())
                .filter(place -> place % 3 == 0)
                .mapToObj(all::get)
                .toArray(CaseRun[]::new);
        return RunVariants.withScenarios(Fixtures.record("20261120-101530-short", few), ScenarioFixtures.all());
    }

    /** One of each kind: right, wrong, and fallen. */
    private static String training() {
        return TrainingPage.render(
                List.of(
                        Trainings.right("t1", 1, "wasm"),
                        Trainings.wrong("t1", 2, "webgpu"),
                        Trainings.fell("t1", 3, "webnn", "no kernel for 'Einsum'")),
                List.of(new TrainingPage.ClassAnswers(
                        1,
                        List.of(
                                new TrainingPage.ClassAnswers.Row("0", 30, 36, Optional.of("8 (4)")),
                                new TrainingPage.ClassAnswers.Row("1", 36, 36, Optional.empty())))),
                List.of(new TrainingPage.Absent("cuda", "no NVIDIA driver")),
                List.of("digits: 1797 samples"),
                Trainings.BEGUN);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    /** What the page complained of, and asked for beyond itself. */
    private record Opened(BrowserContext context, Page page, List<String> complaints, List<String> requests)
            implements AutoCloseable {
        @Override
        public void close() {
            context.close();
        }
    }

    private static Opened open(Browser.NewContextOptions options) {
        return open(REPORT, options);
    }

    private static Opened open(String file, Browser.NewContextOptions options) {
        BrowserContext context = browser.browser().newContext(options);
        Page page = context.newPage();
        List<String> complaints = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        page.onConsoleMessage(message -> complaints.add(message.text()));
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(folder.resolve(file).toUri().toString());
        return new Opened(context, page, complaints, requests);
    }

    private static Browser.NewContextOptions window(int width, ColorScheme scheme) {
        return new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme);
    }

    /** The other width and scheme have their turn with {@link #anybody_can_use_the_page_of_trainings_and_it_asks_nobody_for_anything}. */
    @ParameterizedTest
    @CsvSource("1280, LIGHT")
    void anybody_can_use_the_report_and_it_asks_nobody_for_anything(int width, ColorScheme scheme) {
        isUsable(SHORT, width, scheme);
    }

    @ParameterizedTest
    @CsvSource({
        "report.html, 1280, LIGHT",
        "report.html, 390, DARK",
        "report.html, 1280, DARK",
        "report.html, 390, LIGHT",
        "quantization.html, 390, DARK"
    })
    @Tag("full")
    void nor_does_one_need_the_usual_window_for_its_scheme(String file, int width, ColorScheme scheme) {
        isUsable(file, width, scheme);
    }

    @ParameterizedTest
    @CsvSource("390, DARK")
    void anybody_can_use_the_page_of_trainings_and_it_asks_nobody_for_anything(int width, ColorScheme scheme) {
        isUsable(TRAINING, width, scheme);
    }

    @ParameterizedTest
    @CsvSource("1280, LIGHT")
    void anybody_can_use_the_page_of_quantisations_and_it_asks_nobody_for_anything(int width, ColorScheme scheme) {
        isUsable(QUANTIZATION, width, scheme);
    }

    @Test
    void a_flagged_variant_is_drawn_apart_from_the_front_and_one_without_a_time_nowhere_over_time() {
        try (Opened opened = open(QUANTIZATION, window(1280, ColorScheme.LIGHT))) {
            Page page = opened.page();
            Locator fronts = page.locator("section[aria-label='native/cpu'] .plot");
            fronts.nth(1).evaluate("(place) => place.scrollIntoView({ behavior: 'instant' })");
            fronts.nth(1).locator("svg").waitFor();
            assertThat(fronts.nth(0).getAttribute("aria-label")).contains("untimed: bytes of the file 300 kB");
            assertThat(fronts.nth(1).getAttribute("aria-label"))
                    .contains("points (-1.00–1.00), flagged, never advised")
                    .doesNotContain("untimed");
            List<String> drawn = fronts.nth(1).locator("svg text").allTextContents();
            assertThat(drawn).contains("small", "worse", "flagged").doesNotContain("untimed", "lost");
        }
    }

    private static void isUsable(String file, int width, ColorScheme scheme) {
        try (Opened opened = open(file, window(width, scheme))) {
            Page page = opened.page();
            page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))");
            drawAll(page);
            assertThat(Axe.serious(page)).isEmpty();
            assertThat(opened.requests()).singleElement().asString().startsWith("file:");
            assertThat(opened.complaints()).isEmpty();
            assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .as("nothing sticks out sideways")
                    .isEqualTo(true);
        }
    }

    /** Each plot is drawn as it comes near. At once, for the page scrolls smoothly, past most of those on a long way. */
    private static void drawAll(Page page) {
        for (Locator plot : page.locator(".plot").all()) {
            plot.evaluate("(place) => place.scrollIntoView({ behavior: 'instant' })");
            plot.locator("svg").first().waitFor();
        }
        assertThat(page.locator(".plot svg").count()).isGreaterThan(2);
    }

    @Test
    void a_name_without_end_makes_nothing_stick_out_of_a_phone() {
        try (Opened opened = open(window(390, ColorScheme.LIGHT))) {
            Page page = opened.page();
            page.evaluate(
                    "() => document.querySelectorAll('h1, h3, strong, .where, figcaption, caption:not(.skip), .chip +"
                            + " code').forEach((each) => { each.textContent = 'model_'.repeat(30); })");
            assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
    }

    @Test
    void figures_of_the_advice_stay_in_one_line_on_a_phone() {
        try (Opened opened = open(window(390, ColorScheme.LIGHT))) {
            assertThat(opened.page()
                            .evaluate("() => [...document.querySelectorAll('.advice td.right .num')]"
                                    + ".every((each) => each.getClientRects().length === 1)"))
                    .isEqualTo(true);
        }
    }

    @Test
    void negative_control_a_planted_fault_is_found() {
        try (Opened opened = open(SHORT, window(1280, ColorScheme.LIGHT))) {
            opened.page()
                    .evaluate("() => { document.querySelector('.plot').setAttribute('role', 'img');"
                            + " document.querySelector('.plot').removeAttribute('aria-label');"
                            + " document.querySelector('h1').style.color = '#eee'; }");
            assertThat(Axe.serious(opened.page()))
                    .anySatisfy(finding -> assertThat(finding).startsWith("color-contrast"));
        }
    }

    @Test
    void without_a_script_all_text_and_tables_are_there_and_no_empty_frame() {
        try (Opened opened = open(window(1280, ColorScheme.LIGHT).setJavaScriptEnabled(false))) {
            Page page = opened.page();
            assertThat(page.locator("table.matrix tbody tr").count()).isEqualTo(3);
            assertThat(page.locator("section[aria-labelledby=speed] table")
                            .first()
                            .isVisible())
                    .isTrue();
            assertThat(page.locator(".plot").first().isVisible()).isFalse();
            // By key: a click waits for the page to stand still, and cells get their height as they come into sight.
            page.locator("#cell-2 > summary").focus();
            page.keyboard().press("Enter");
            page.locator("#cell-2 .inside").waitFor();
        }
    }

    @Test
    void the_keyboard_leads_from_a_cell_of_the_matrix_to_its_samples_and_back() {
        try (Opened opened = open(window(1280, ColorScheme.LIGHT))) {
            Page page = opened.page();
            page.keyboard().press("Tab");
            assertThat(page.evaluate("() => document.activeElement.textContent"))
                    .isEqualTo("To the contents");
            page.locator("table.matrix a[href='#cell-2']").focus();
            page.keyboard().press("Enter");
            page.waitForFunction("() => document.activeElement.parentElement.id === 'cell-2'");
            Locator cell = page.locator("#cell-2");
            assertThat(cell.getAttribute("open")).isNotNull();
            cell.locator(".plot").scrollIntoViewIfNeeded();
            cell.locator(".plot svg").waitFor();
            assertThat(cell.locator(".plot").getAttribute("aria-label")).contains("60 samples after 15 of warm-up");
            page.goBack();
            assertThat(page.url()).doesNotContain("#cell-2");
        }
    }

    @Test
    void a_matrix_wider_than_paper_is_printed_in_bands_and_no_column_is_lost() {
        try (Opened opened = open(window(1280, ColorScheme.LIGHT))) {
            Page page = opened.page();
            page.evaluate("() => { const [groups, ...rows] = document.querySelector('table.matrix').rows;"
                    + " [...groups.cells].slice(1).forEach((head) => groups.append(head.cloneNode(true)));"
                    + " rows.forEach((row) => [...row.cells].filter((cell) => cell.scope !== 'row')"
                    + ".forEach((cell) => row.append(cell.cloneNode(true)))); }");
            String heads = "(table) => [...table.rows[1].cells].map((cell) => cell.textContent.trim())";
            Object all =
                    page.locator(".screen table.matrix, table.matrix").first().evaluate(heads);
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            page.evaluate("() => dispatchEvent(new Event('beforeprint'))");
            assertThat(page.locator(".screen").first().isVisible()).isFalse();
            List<Object> printed = new ArrayList<>();
            for (Locator band : page.locator(".paper table").all()) {
                assertThat(band.isVisible()).isTrue();
                printed.addAll((List<?>) band.evaluate(heads));
                int columns = ((List<?>) band.evaluate(heads)).size();
                assertThat(band.evaluate("(table) => [...table.rows].slice(2).map((row) => row.cells.length)"))
                        .asInstanceOf(InstanceOfAssertFactories.LIST)
                        .containsOnly(columns + 1);
            }
            assertThat(printed).isEqualTo(all);
        }
    }

    @Test
    void no_table_is_wider_than_paper_where_nothing_can_be_scrolled() {
        int a4WithinItsMargins = 703;
        try (Opened opened = open(window(a4WithinItsMargins, ColorScheme.LIGHT))) {
            Page page = opened.page();
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            page.evaluate("() => dispatchEvent(new Event('beforeprint'))");
            assertThat(
                            page.evaluate(
                                    "() => [...document.querySelectorAll('table')].filter((each) => each.checkVisibility()"
                                            + " && each.getBoundingClientRect().right > innerWidth).map((each) => each.tHead?.textContent)"))
                    .isEqualTo(List.of());
        }
    }

    @Test
    void a_script_that_got_into_the_page_would_not_run() throws Exception {
        Path planted = folder.resolve("planted.html");
        Files.writeString(
                planted,
                report.replace(
                        "</main>", "<script>window.planted = 1</script><img src=x onerror='planted = 2'></main>"));
        try (BrowserContext context = browser.browser().newContext()) {
            Page page = context.newPage();
            page.navigate(planted.toUri().toString());
            assertThat(page.evaluate("() => window.planted === undefined")).isEqualTo(true);
            assertThat(page.locator("html.drawn").count()).as("its own does").isEqualTo(1);
        }
    }
}
