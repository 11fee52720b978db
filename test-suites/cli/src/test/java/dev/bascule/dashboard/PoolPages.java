package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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

/** The pages of a pool as people use them: a real server that is a real coordinator, with a worker that is played. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
abstract class PoolPages {
    @RegisterExtension
    static final SharedDashboard dashboard = new SharedDashboard();

    @Test
    void a_worker_that_joins_and_its_jobs_are_seen_live_explained_and_cancelled() throws Exception {
        try (PlayedPool pool = dashboard.server().pool();
                Window machines = dashboard.window().at("machines");
                Window window = dashboard.window().signedIn().at("queue")) {
            Locator worker =
                    machines.page().locator("tbody tr").filter(new Locator.FilterOptions().setHasText(pool.workerId()));
            assertThat(worker).containsText(Pattern.compile("invited|left"));
            pool.comes();
            assertThat(worker).containsText("idle");
            assertThat(worker).containsText("cpu: session");
            assertThat(worker).containsText("found, but no session ran: cuda (library)");
            assertThat(worker).containsText("labels quiet");

            pool.send("pages", List.of("stays", "done", "done"), List.of("backend=cpu", "backend=cuda", "backend=cpu"));
            assertThat(worker).containsText("busy");
            Page page = window.page();
            Locator row = page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText("pages"));
            assertThat(row).containsText("0 of 3");
            assertThat(row).containsText(Pattern.compile("2\\s*waiting"));
            assertThat(Axe.serious(page)).isEmpty();

            row.getByRole(AriaRole.LINK).click();
            Locator second = window.named(AriaRole.LINK, "job 2");
            second.focus();
            page.keyboard().press("Enter");
            Locator panel = page.getByRole(AriaRole.DIALOG);
            assertThat(panel).containsText("Why it waits");
            assertThat(panel).containsText("cuda");
            assertThat(panel).containsText("Not tried yet");
            assertThat(Axe.serious(page)).isEmpty();
            page.keyboard().press("Escape");
            assertThat(panel).hasCount(0);
            assertThat(second).isFocused();

            window.named(AriaRole.LINK, "job 1").click();
            assertThat(panel).containsText("attempt 1 on " + pool.workerId());
            assertThat(panel).containsText("so far");
            page.keyboard().press("Escape");

            page.getByText("Cancel the run").click();
            assertThat(page.locator("tbody tr").first()).containsText("placed");
            page.getByText("Cancel for good").click();
            assertThat(page.getByText("Cancel the run")).hasCount(0);
            assertThat(page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText("cancelled")))
                    .hasCount(3);
            assertThat(worker).containsText("idle");
            assertThat(List.of(machines.complaints(), window.complaints()))
                    .allSatisfy(said -> assertThat(said).isEmpty());
        }
    }

    /** In {@code mvn verify} the server's side is {@code PoolRoutesTest}'s. */
    @Tag("full")
    @Test
    void what_came_of_jobs_is_told_with_its_time_and_rows_are_put_in_order() throws Exception {
        try (PlayedPool pool = dashboard.server().pool();
                Window window = dashboard.window().at("machines")) {
            pool.comes();
            pool.send("ends", List.of("done", "failed"), List.of("backend=cpu", "backend=cpu"));
            Page page = window.at("queue?run=ends").page();
            Locator rows = page.locator("tbody tr");
            assertThat(rows.first()).containsText(Pattern.compile("done.*measured"));
            assertThat(rows.last()).containsText("no room for it");
            // Nobody is signed in.
            assertThat(page.getByText("Cancel the run")).hasCount(0);

            Locator head =
                    page.getByRole(AriaRole.COLUMNHEADER).filter(new Locator.FilterOptions().setHasText("State"));
            head.getByRole(AriaRole.BUTTON).click();
            head.getByRole(AriaRole.BUTTON).click();
            assertThat(head).hasAttribute("aria-sort", "descending");
            assertThat(rows.first()).containsText("failed");

            page.getByLabel("Where they stand").selectOption("failed");
            assertThat(rows).hasCount(1);
            assertThat(page).hasURL(Pattern.compile("state=FAILED"));
            page.reload();
            assertThat(rows).hasCount(1);
            assertThat(window.complaints()).isEmpty();
        }
    }
}
