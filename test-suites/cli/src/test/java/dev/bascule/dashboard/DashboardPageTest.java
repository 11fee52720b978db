package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.bascule.bridge.browse.Axe;
import dev.bascule.fallback.testing.TestSize;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ways into the dashboard, and all of its pages as everybody uses them. */
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
            "predictions",
            "runs",
            "trainings",
            "trainings/" + SharedDashboard.TRAINING,
            "quantizations",
            "inventory",
            "jobs",
            "machines",
            "queue",
            "start",
            "schedules",
            "devices",
            "audit",
            "generate");

    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    @Test
    void somebody_signs_in_by_the_form_and_out_again() {
        try (Window window = dashboard.window().at("sign-in?back=/dashboard/runs")) {
            Page page = window.page();
            page.getByLabel("Token").fill("not-the-token-at-all");
            window.named(AriaRole.BUTTON, "Sign in with the token").click();
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("SIGN_IN_REFUSED");

            page.getByLabel("Token").fill(ServedDashboard.TOKEN);
            window.named(AriaRole.BUTTON, "Sign in with the token").click();
            assertThat(window.named(AriaRole.HEADING, "Runs")).isVisible();

            window.named(AriaRole.BUTTON, "Sign out").click();
            assertThat(window.named(AriaRole.LINK, "Sign in")).isVisible();
        }
    }

    @Test
    void the_link_for_devices_is_shown_to_who_is_signed_in_and_opens_the_runner() {
        try (Window window = dashboard.window().at("devices")) {
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

    /** The narrow one in the dark, where most goes wrong; each width in each scheme where there is time. */
    static Stream<Arguments> looks() {
        return Stream.of(
                        Arguments.of(390, ColorScheme.DARK),
                        Arguments.of(1280, ColorScheme.LIGHT),
                        Arguments.of(1280, ColorScheme.DARK),
                        Arguments.of(390, ColorScheme.LIGHT))
                .limit(TestSize.of(1, 4));
    }

    @Tag("sized")
    @ParameterizedTest(name = "{0} px, {1}")
    @MethodSource("looks")
    void every_page_can_be_used_by_everybody(int width, ColorScheme scheme) {
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme);
        try (Window window =
                dashboard.window(dashboard.server().port(), options).signedIn()) {
            Page page = window.page();
            Map<String, Object> found = new TreeMap<>();
            for (String path : PAGES) {
                window.at(path);
                found.put(path, Axe.serious(page));
                assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                        .as("no scrolling sideways on " + path)
                        .isTrue();
            }
            window.at("jobs/" + dashboard.firstJob());
            found.put("job", Axe.serious(page));
            window.at("trainings/" + SharedDashboard.TRAINING + "?with=" + SharedDashboard.LATER_TRAINING);
            page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))");
            page.locator(".chart svg").first().waitFor();
            found.put("two trainings", Axe.serious(page));
            window.at("quantizations/" + SharedDashboard.QUANTIZATION);
            page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))");
            page.locator(".chart svg").first().waitFor();
            found.put("quantisation", Axe.serious(page));
            assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .as("no scrolling sideways")
                    .isTrue();
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
        try (Window window = dashboard.window().at("runs")) {
            window.page()
                    .evaluate("() => { const b = document.createElement('button');"
                            + " document.querySelector('main').append(b); }");
            assertThat(Axe.serious(window.page())).singleElement().asString().contains("button-name");
        }
    }

    // Of one class, so that one test JVM has them all: each would start a server of its own.

    @Nested
    class OfMatrix extends MatrixPages {}

    @Nested
    class OfJobs extends JobPages {}

    @Nested
    class OfPool extends PoolPages {}

    @Nested
    class OfTrainings extends TrainingPages {}

    @Nested
    class OfQuantizations extends QuantizationPages {}
}
