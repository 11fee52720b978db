package dev.bascule.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.ArrayList;
import java.util.List;

/**
 * A person's window, and what its pages complained of: scripts and styles that the policy keeps out among it.
 *
 * @param port where it finds the server
 */
record Window(BrowserContext context, Page page, int port, List<String> complaints) implements AutoCloseable {
    /** In milliseconds, for whatever a page does on a busy machine; Playwright's own assertions give up after five seconds. */
    private static final double PATIENCE = 90_000;

    static Window open(Browser browser, int port, Browser.NewContextOptions options) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        BrowserContext context = browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
        Page page = context.newPage();
        page.setDefaultTimeout(PATIENCE);
        List<String> complaints = new ArrayList<>();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        return new Window(context, page, port, complaints);
    }

    Window at(String path) {
        page.navigate(ServedDashboard.page(port, path));
        return settled();
    }

    /** By the link, as somebody does who has started the server. */
    Window signedIn() {
        page.navigate(ServedDashboard.page(port, "#token=" + ServedDashboard.TOKEN));
        assertThat(named(AriaRole.BUTTON, "Sign out")).isVisible();
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

    Locator named(AriaRole role, String name) {
        return page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Override
    public void close() {
        context.close();
    }
}
