package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A browser that a Grid offers. Immutable.
 *
 * @param browserName in WebDriver's words, such as {@code chrome} or {@code MicrosoftEdge}
 * @param version empty where the Grid's owner did not say
 * @param platform empty where the Grid's owner did not say
 * @param options what else its slots are configured with, by capability
 * @param nodes where the machines are that have it
 * @param slots how many may run at once
 */
public record GridBrowser(
        String browserName,
        Optional<String> version,
        Optional<String> platform,
        Map<String, Object> options,
        List<URI> nodes,
        int slots) {

    public GridBrowser {
        options = Map.copyOf(options);
        nodes = List.copyOf(nodes);
    }

    /** What it is built on; empty for a browser that is unknown here. */
    public Optional<BrowserEngine> engine() {
        return switch (browserName.toLowerCase(Locale.ROOT)) {
            case "chrome", "chromium", "microsoftedge", "chrome-headless-shell" -> Optional.of(BrowserEngine.CHROMIUM);
            case "firefox" -> Optional.of(BrowserEngine.GECKO);
            case "safari", "safari technology preview", "minibrowser", "webkitgtk" -> Optional.of(BrowserEngine.WEBKIT);
            default -> Optional.empty();
        };
    }

    /** Its name in results, which tells it from the same browser of this machine. */
    public String displayName() {
        String product = switch (browserName.toLowerCase(Locale.ROOT)) {
            case "chrome" -> "Chrome";
            case "chromium" -> "Chromium";
            case "microsoftedge" -> "Microsoft Edge";
            case "firefox" -> "Firefox";
            case "safari" -> "Safari";
            case "minibrowser", "webkitgtk" -> "WebKitGTK MiniBrowser";
            default -> browserName;
        };
        return product + " on Grid";
    }

    @Override
    public String toString() {
        return displayName()
                + version.map(told -> " " + told).orElse("")
                + platform.map(told -> " (%s)".formatted(told)).orElse("");
    }
}
