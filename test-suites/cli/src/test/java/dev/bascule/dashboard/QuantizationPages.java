package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Quantisations as people look at them: a list, and one with its charts. */
@Tag("browser")
@Tag("native")
@Tag("full")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
abstract class QuantizationPages {
    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    @Test
    void from_the_list_one_is_opened_and_its_charts_are_drawn() {
        try (Window window = dashboard.window().at("quantizations")) {
            Page page = window.page();
            window.named(AriaRole.LINK, SharedDashboard.QUANTIZATION).click();
            window.settled();
            assertThat(page.getByText("Take small: 254 KiB for 977 KiB, and faster."))
                    .isVisible();
            assertThat(page.locator("section .chart svg")).hasCount(3);
            assertThat(page.getByText("not drawn, for a figure of theirs was not measured: untimed, lost")
                            .first())
                    .isVisible();
            page.locator("summary").filter(text("small: 2 layers")).click();
            assertThat(page.locator("details[open] .chart svg").first()).isVisible();
            assertThat(window.complaints()).isEmpty();
        }
    }

    private static Locator.FilterOptions text(String words) {
        return new Locator.FilterOptions().setHasText(words);
    }

    @Test
    void what_the_history_has_not_is_said() {
        try (Window window = dashboard.window().at("quantizations/20200101-0000-0000")) {
            assertThat(window.page().getByRole(AriaRole.ALERT)).containsText("the history has no quantisation");
        }
    }
}
