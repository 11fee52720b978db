package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.Channel;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.FlagSet;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Capabilities;
import org.openqa.selenium.ImmutableCapabilities;

/**
 * The capabilities that a new session is asked for.
 *
 * @param capabilities in WebDriver's words
 * @param settings that are among them, recorded with results
 */
record SessionRequest(Capabilities capabilities, BrowserSettings settings) {

    /** For a browser of this machine, which its driver has to start from this profile. */
    static SessionRequest local(BrowserInstallation browser, DriverKind driver, BrowserSettings chosen, Path profile) {
        BrowserSettings settings = chosen.and(windowless(browser.family().engine(), browser.family()));
        Map<String, Object> wish = common();
        String binary = browser.executable().toString();
        switch (driver) {
            case CHROMEDRIVER, MSEDGEDRIVER -> {
                List<String> flags = new ArrayList<>(settings.flags().arguments());
                flags.add("--user-data-dir=" + profile);
                String key = driver == DriverKind.CHROMEDRIVER ? "goog:chromeOptions" : "ms:edgeOptions";
                wish.put(key, Map.of("binary", binary, "args", flags));
            }
            case GECKODRIVER ->
                wish.put(
                        "moz:firefoxOptions",
                        Map.of(
                                "binary",
                                binary,
                                "args",
                                settings.flags().arguments(),
                                "prefs",
                                settings.preferences()));
            case WEBKIT_WEB_DRIVER ->
                wish.put(
                        "webkitgtk:browserOptions",
                        Map.of("binary", binary, "args", settings.flags().arguments()));
            case SAFARIDRIVER ->
                wish.put(
                        "browserName",
                        browser.channel() == Channel.TECHNOLOGY_PREVIEW ? "Safari Technology Preview" : "safari");
        }
        return new SessionRequest(new ImmutableCapabilities(wish), settings);
    }

    /**
     * For a browser of a Grid, from the profile that its driver makes. Environment variables cannot be handed over.
     *
     * @param bridge the bridge's origin: where it is plain HTTP on another machine, browsers would hide WebGPU and WebNN
     */
    static SessionRequest remote(GridBrowser offer, BrowserEngine engine, BrowserSettings chosen, URI bridge) {
        BrowserSettings settings = new BrowserSettings(
                        chosen.flags().and(windowless(engine, BrowserFamily.CHROME)), chosen.preferences(), Map.of())
                .and(trusting(engine, bridge));
        Map<String, Object> wish = common();
        wish.putAll(offer.options());
        wish.put("browserName", offer.browserName());
        offer.version().ifPresent(version -> wish.put("browserVersion", version));
        offer.platform().ifPresent(platform -> wish.put("platformName", platform));
        if ("https".equals(bridge.getScheme())) {
            // The bridge's certificate may be one that it made itself.
            wish.put("acceptInsecureCerts", true);
        }
        switch (engine) {
            case CHROMIUM -> {
                String key = offer.browserName().equals("MicrosoftEdge") ? "ms:edgeOptions" : "goog:chromeOptions";
                wish.put(key, with(wish.get(key), "args", settings.flags().arguments()));
            }
            case GECKO -> {
                Map<String, Object> options = with(
                        wish.get("moz:firefoxOptions"), "args", settings.flags().arguments());
                options.put("prefs", settings.preferences());
                wish.put("moz:firefoxOptions", options);
            }
            case WEBKIT -> {
                // A Grid compares these options, and takes them only as its slots have them.
                settings = BrowserSettings.NONE;
            }
        }
        return new SessionRequest(new ImmutableCapabilities(wish), settings);
    }

    private static BrowserSettings trusting(BrowserEngine engine, URI bridge) {
        if (!"http".equals(bridge.getScheme()) || Reachability.isLoopback(bridge)) {
            return BrowserSettings.NONE;
        }
        return switch (engine) {
            case CHROMIUM ->
                BrowserSettings.NONE.and(FlagSet.of("--unsafely-treat-insecure-origin-as-secure=" + bridge));
            case GECKO ->
                new BrowserSettings(
                        FlagSet.NONE,
                        Map.of("dom.securecontext.allowlist", String.valueOf(bridge.getHost())),
                        Map.of());
            case WEBKIT -> BrowserSettings.NONE;
        };
    }

    /** The Grid's own options, its arguments first. */
    private static Map<String, Object> with(@Nullable Object own, String name, List<String> more) {
        Map<String, Object> options = new LinkedHashMap<>();
        if (own instanceof Map<?, ?> given) {
            given.forEach((key, value) -> options.put(String.valueOf(key), value));
        }
        List<Object> all = new ArrayList<>();
        if (options.get(name) instanceof List<?> given) {
            all.addAll(given);
        }
        all.addAll(more);
        options.put(name, all);
        return options;
    }

    /** The page joins by itself: nobody has to wait for all of it to load. */
    static Map<String, Object> common() {
        Map<String, Object> wish = new LinkedHashMap<>();
        wish.put("pageLoadStrategy", "none");
        return wish;
    }

    /** WebKit has no headless mode, and the headless shell no other. */
    static FlagSet windowless(BrowserEngine engine, BrowserFamily family) {
        return switch (engine) {
            case CHROMIUM ->
                FlagSet.of(family == BrowserFamily.CHROME_HEADLESS_SHELL ? "--headless" : "--headless=new");
            case GECKO -> FlagSet.of("--headless");
            case WEBKIT -> FlagSet.NONE;
        };
    }
}
