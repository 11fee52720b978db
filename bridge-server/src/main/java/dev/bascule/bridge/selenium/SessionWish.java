package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.Channel;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.FlagSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Capabilities;
import org.openqa.selenium.ImmutableCapabilities;

/**
 * What a session is asked for.
 *
 * @param capabilities in WebDriver's words
 * @param settings that are among them, recorded with results
 */
record SessionWish(Capabilities capabilities, BrowserSettings settings) {

    /** For a browser of this machine, which its driver has to start from this profile. */
    static SessionWish local(BrowserInstallation browser, DriverKind driver, BrowserSettings chosen, Path profile) {
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
        return new SessionWish(new ImmutableCapabilities(wish), settings);
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
