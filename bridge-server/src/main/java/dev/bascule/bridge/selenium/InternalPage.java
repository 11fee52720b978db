package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.time.Duration;
import java.util.Map;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.remote.RemoteWebDriver;

/**
 * The page on which a browser tells of its graphics.
 *
 * @param address the browser's own
 * @param script gives the page's text once it is all there, else the empty text
 */
record InternalPage(String address, String script) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    static InternalPage of(BrowserEngine engine) {
        return switch (engine) {
            case CHROMIUM -> new InternalPage("chrome://gpu", """
                        const view = document.querySelector('info-view');
                        const root = view && view.shadowRoot;
                        const text = root ? (root.innerText || [...root.children]
                            .filter(each => each.tagName !== 'STYLE').map(each => each.innerText).join('\\n')) : '';
                        return text.includes('Driver Information') ? text : '';
                        """);
            case GECKO -> new InternalPage("about:support", """
                        const table = document.getElementById('graphics-features-tbody');
                        return table && table.querySelector('td') ? document.body.innerText : '';
                        """);
            case WEBKIT -> new InternalPage("webkit://gpu", """
                        return document.readyState === 'complete' ? document.body.innerText : '';
                        """);
        };
    }

    /** Reads it in a window of its own, so that the runner's page stays where it is. */
    Map<String, String> read(RemoteWebDriver driver, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String before = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.WINDOW);
        try {
            driver.get(address);
            while (System.nanoTime() < deadline) {
                String text = String.valueOf(driver.executeScript(script));
                if (!text.isBlank()) {
                    return Map.of(address, text);
                }
                Thread.sleep(LOOK_EVERY.toMillis());
            }
            return Map.of();
        } finally {
            driver.close();
            driver.switchTo().window(before);
        }
    }
}
