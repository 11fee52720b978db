package dev.bascule.bridge.discovery;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths at which WebDriver servers are looked for, in this order, in the notation of {@link LocationResolver}. Stateless.
 */
final class DriverLocations {

    private DriverLocations() {}

    static List<String> of(DriverKind kind, LocationResolver places) {
        String name = kind.executable() + (places.system() == OperatingSystem.WINDOWS ? ".exe" : "");
        List<String> all = new ArrayList<>();
        all.add(name);
        all.addAll(system(kind, places.system()));
        String own = places.cache().toString().replace('\\', '/') + "/drivers/";
        all.addAll(List.of(own + name, own + "*/" + name, own + kind.executable() + "/*/" + name));
        // Selenium Manager's layout: the driver, the platform, the version.
        String selenium =
                places.variable("SE_CACHE_PATH").orElse("~/.cache/selenium").replace('\\', '/');
        all.add(selenium + "/" + kind.executable() + "/*/*/" + name);
        if (kind == DriverKind.GECKODRIVER) {
            all.add("~/.cargo/bin/" + name);
        }
        return all;
    }

    private static List<String> system(DriverKind kind, OperatingSystem system) {
        return switch (system) {
            case LINUX -> linux(kind);
            case MACOS -> macos(kind);
            case WINDOWS -> List.of();
        };
    }

    private static List<String> linux(DriverKind kind) {
        return switch (kind) {
            case CHROMEDRIVER ->
                List.of(
                        "/usr/bin/chromedriver",
                        "/usr/lib/chromium/chromedriver",
                        "/usr/lib/chromium-browser/chromedriver",
                        "/usr/lib64/chromium-browser/chromedriver",
                        "/snap/bin/chromium.chromedriver");
            case GECKODRIVER -> List.of("/usr/bin/geckodriver", "/snap/bin/geckodriver");
            case MSEDGEDRIVER -> List.of("/usr/bin/msedgedriver", "/opt/microsoft/msedge/msedgedriver");
            case WEBKIT_WEB_DRIVER -> List.of("/usr/bin/WebKitWebDriver");
            case SAFARIDRIVER -> List.of();
        };
    }

    private static List<String> macos(DriverKind kind) {
        return switch (kind) {
            case CHROMEDRIVER, GECKODRIVER, MSEDGEDRIVER ->
                List.of("/opt/homebrew/bin/" + kind.executable(), "/usr/local/bin/" + kind.executable());
            case SAFARIDRIVER ->
                List.of(
                        "/usr/bin/safaridriver",
                        "/Applications/Safari Technology Preview.app/Contents/MacOS/safaridriver");
            case WEBKIT_WEB_DRIVER -> List.of();
        };
    }
}
