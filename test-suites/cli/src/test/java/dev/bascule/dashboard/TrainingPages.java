package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Trainings as people look at them: a list, one with its curves, two side by side. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
abstract class TrainingPages {
    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    @Test
    void from_the_list_one_is_opened_and_another_put_beside_it() {
        try (Window window = dashboard.window().at("trainings")) {
            Page page = window.page();
            window.named(AriaRole.LINK, SharedDashboard.TRAINING).click();
            window.settled();
            assertThat(page.locator(".chart svg")).hasCount(3);
            assertThat(page.getByText("the gradient of dense1.weight lies up to 40 σ")
                            .first())
                    .isVisible();
            assertThat(page.getByText("no kernel for 'Einsum'").first()).isVisible();

            page.getByLabel("Beside").selectOption(SharedDashboard.LATER_TRAINING);
            assertThat(window.named(AriaRole.HEADING, "B against A")).isVisible();
            assertThat(page.getByLabel("Regressions")).containsText("was PASS and is WRONG");
            assertThat(page.url()).contains("with=" + SharedDashboard.LATER_TRAINING);
            page.reload();
            assertThat(window.named(AriaRole.HEADING, "B against A")).isVisible();
            assertThat(page.locator(".command code")).containsText("bascule compare " + SharedDashboard.TRAINING);

            page.goBack();
            assertThat(window.named(AriaRole.HEADING, "B against A")).hasCount(0);
            assertThat(window.complaints()).isEmpty();
        }
    }

    @Test
    void what_the_history_has_not_is_said() {
        try (Window window = dashboard.window().at("trainings/20200101-0000-0000")) {
            assertThat(window.page().getByRole(AriaRole.ALERT)).containsText("the history has no training");
        }
    }
}
