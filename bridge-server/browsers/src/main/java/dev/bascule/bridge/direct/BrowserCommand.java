package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.FlagSet;
import dev.bascule.bridge.process.ProfileFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How each engine's binary is told its profile and its first page, and what it needs to be told because no driver tells it.
 *
 * @param settings all that it is set up with, recorded with results
 * @param arguments the command line behind the executable
 * @param environment variables beside those that it inherits
 */
record BrowserCommand(BrowserSettings settings, List<String> arguments, Map<String, String> environment) {
    BrowserCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    static BrowserCommand of(BrowserInstallation browser, BrowserSettings chosen, Path profile, Path first) {
        BrowserSettings settings = additions(browser).and(chosen);
        List<String> arguments = new ArrayList<>(
                switch (browser.family().engine()) {
                    case CHROMIUM -> List.of("--user-data-dir=" + profile);
                    case GECKO -> List.of("--profile", profile.toString(), "--no-remote", "--new-instance");
                    case WEBKIT -> List.of();
                });
        arguments.addAll(settings.flags().arguments());
        arguments.add(first.toUri().toString());
        return new BrowserCommand(settings, arguments, environment(browser, settings, profile));
    }

    /** Without a driver nobody else sees to it that there is no window, and that a page may open another. */
    private static BrowserSettings additions(BrowserInstallation browser) {
        return switch (browser.family().engine()) {
            case CHROMIUM ->
                BrowserSettings.NONE.and(
                        browser.family() == BrowserFamily.CHROME_HEADLESS_SHELL
                                ? FlagSet.of("--disable-popup-blocking", "--disable-breakpad")
                                : FlagSet.of(
                                        "--headless=new",
                                        "--disable-popup-blocking",
                                        "--disable-breakpad",
                                        "--hide-crash-restore-bubble",
                                        "--password-store=basic",
                                        "--use-mock-keychain"));
            case GECKO ->
                new BrowserSettings(
                        FlagSet.of("--headless"),
                        Map.of(
                                "dom.disable_open_during_load",
                                false,
                                "dom.popup_maximum",
                                -1,
                                "browser.startup.page",
                                0,
                                "browser.tabs.unloadOnLowMemory",
                                false),
                        Map.of());
            case WEBKIT -> BrowserSettings.NONE;
        };
    }

    private static Map<String, String> environment(
            BrowserInstallation browser, BrowserSettings settings, Path profile) {
        Map<String, String> environment = new HashMap<>(settings.environment());
        browser.libraryPath().ifPresent(path -> environment.put("LD_LIBRARY_PATH", path.toString()));
        environment.putAll(ProfileFolder.environment(profile));
        return environment;
    }
}
