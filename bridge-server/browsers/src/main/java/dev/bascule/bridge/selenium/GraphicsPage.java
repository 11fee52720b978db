package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.openqa.selenium.NoSuchFrameException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.remote.RemoteWebDriver;

/**
 * The page on which a browser tells of its graphics.
 *
 * @param address the browser's own
 * @param script gives the page's text
 * @param whole what is found in the text once it is all there
 */
record GraphicsPage(String address, String script, Pattern whole) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final String BODY = "return document.body ? document.body.innerText : ''";

    /** Through all its shadow roots, blocks on lines of their own. */
    private static final String DEEP = """
            const walk = root => {
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
            return document.body ? walk(document.body) : '';
            """;

    static GraphicsPage of(BrowserEngine engine) {
        return switch (engine) {
            // Dawn's adapters come last.
            case CHROMIUM -> new GraphicsPage("chrome://gpu", DEEP, Pattern.compile("<[^>]+>\\s+\\w+ backend - "));
            case GECKO -> new GraphicsPage("about:support", BODY, Pattern.compile("WebGPU Fallback Adapter"));
            case WEBKIT -> new GraphicsPage("webkit://gpu", BODY, Pattern.compile("GL_RENDERER"));
        };
    }

    /**
     * Reads it in a window of its own, so that the runner's page stays where it is; what there is of it when the limit is
     * reached.
     */
    Map<String, String> read(RemoteWebDriver driver, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String before = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.WINDOW);
        try {
            driver.get(address);
            String text = text(driver);
            while (!whole.matcher(text).find() && System.nanoTime() < deadline) {
                Thread.sleep(LOOK_EVERY.toMillis());
                text = text(driver);
            }
            return text.isBlank() ? Map.of() : Map.of(address, text);
        } finally {
            driver.close();
            driver.switchTo().window(before);
        }
    }

    private String text(RemoteWebDriver driver) {
        try {
            Object text = driver.executeScript(script);
            return text == null ? "" : text.toString();
        } catch (NoSuchFrameException e) {
            // WebKit on a busy machine: the script began in the window's first, empty page and was unloaded with it.
            return "";
        }
    }
}
