package dev.bascule.bridge.playwright;

import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a browser of the Chromium family about its graphics. Belongs to Playwright's thread. */
final class GpuPage {
    private static final Logger LOG = LoggerFactory.getLogger(GpuPage.class);
    private static final String ADDRESS = "chrome://gpu";
    private static final String METHOD = "SystemInfo.getInfo";

    /** The page's text through all its shadow roots, blocks on lines of their own. */
    private static final String TEXT = """
            () => {
              const walk = (root) => {
                let text = '';
                for (const node of root.childNodes) {
                  if (node.nodeType === Node.TEXT_NODE) {
                    text += node.data;
                  } else if (node.nodeType === Node.ELEMENT_NODE && !['STYLE', 'SCRIPT', 'TEMPLATE'].includes(node.tagName)) {
                    text += walk(node.shadowRoot ?? node) + (getComputedStyle(node).display === 'inline' ? '\\t' : '\\n');
                  }
                }
                return text;
              };
              return walk(document.body);
            }
            """;

    /** Dawn's adapters come last: the GPU process loads every driver there is to tell of them. */
    private static final Pattern WHOLE = Pattern.compile("<[^>]+>\\s+\\w+ backend - ");

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private GpuPage() {}

    /** At once, from the browser's own records: loads nothing, disturbs nothing. */
    static Map<String, String> records(BrowserContext context) {
        if (context.browser() == null) {
            return Map.of();
        }
        try {
            CDPSession session = context.browser().newBrowserCDPSession();
            try {
                JsonObject answer = session.send(METHOD);
                return Map.of(METHOD, answer.toString());
            } finally {
                session.detach();
            }
        } catch (PlaywrightException e) {
            LOG.debug("{} gave no answer: {}", METHOD, e.getMessage());
            return Map.of();
        }
    }

    /**
     * The records, and the page where there is one (a headless shell has none): opened in a second tab, closed when its
     * list of Dawn's adapters is there or the limit is reached.
     */
    static Map<String, String> read(BrowserContext context, Duration limit) {
        Map<String, String> told = new TreeMap<>(records(context));
        page(context, limit).ifPresent(text -> told.put(ADDRESS, text));
        return told;
    }

    private static Optional<String> page(BrowserContext context, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        Page tab = context.newPage();
        try {
            tab.navigate(ADDRESS, new Page.NavigateOptions().setTimeout(limit.toMillis()));
            String text = text(tab);
            // Looked at again and again from here: the page's own rules forbid the script that would wait there.
            while (!WHOLE.matcher(text).find() && System.nanoTime() < deadline) {
                tab.waitForTimeout(LOOK_EVERY.toMillis());
                text = text(tab);
            }
            return Optional.of(text);
        } catch (PlaywrightException e) {
            LOG.debug("{} cannot be read: {}", ADDRESS, e.getMessage());
            return Optional.empty();
        } finally {
            tab.close();
        }
    }

    private static String text(Page tab) {
        return String.valueOf(tab.evaluate(TEXT));
    }
}
