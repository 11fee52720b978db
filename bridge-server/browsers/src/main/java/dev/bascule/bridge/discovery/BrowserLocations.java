package dev.bascule.bridge.discovery;

import static dev.bascule.bridge.discovery.BrowserFamily.CHROME;
import static dev.bascule.bridge.discovery.BrowserFamily.CHROMIUM;
import static dev.bascule.bridge.discovery.BrowserFamily.EDGE;
import static dev.bascule.bridge.discovery.BrowserFamily.FIREFOX;
import static dev.bascule.bridge.discovery.BrowserFamily.SAFARI;
import static dev.bascule.bridge.discovery.BrowserFamily.WEBKITGTK;
import static dev.bascule.bridge.discovery.Channel.BETA;
import static dev.bascule.bridge.discovery.Channel.CANARY;
import static dev.bascule.bridge.discovery.Channel.DEV;
import static dev.bascule.bridge.discovery.Channel.ESR;
import static dev.bascule.bridge.discovery.Channel.NIGHTLY;
import static dev.bascule.bridge.discovery.Channel.STABLE;
import static dev.bascule.bridge.discovery.Channel.TECHNOLOGY_PREVIEW;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The paths at which installers put browsers, as data in the notation of {@link LocationResolver}. */
final class BrowserLocations {

    /**
     * One path with what is found there.
     *
     * @param family what should be there
     * @param channel which of its channels, where the browser does not say it itself
     * @param origin who puts it there
     * @param path a name to look for on PATH where it has no slash, else a file
     */
    record Location(BrowserFamily family, Channel channel, InstallationSource origin, String path) {}

    static final List<Location> LINUX = joined(
            places(CHROME, STABLE, "google-chrome-stable", "google-chrome", "/opt/google/chrome/chrome"),
            places(CHROME, BETA, "google-chrome-beta", "/opt/google/chrome-beta/chrome"),
            places(CHROME, DEV, "google-chrome-unstable", "/opt/google/chrome-unstable/chrome"),
            places(CHROME, CANARY, "google-chrome-canary", "/opt/google/chrome-canary/chrome"),
            places(EDGE, STABLE, "microsoft-edge-stable", "microsoft-edge", "/opt/microsoft/msedge/msedge"),
            places(EDGE, BETA, "microsoft-edge-beta", "/opt/microsoft/msedge-beta/msedge"),
            places(EDGE, DEV, "microsoft-edge-dev", "/opt/microsoft/msedge-dev/msedge"),
            places(EDGE, CANARY, "microsoft-edge-canary", "/opt/microsoft/msedge-canary/msedge"),
            places(
                    CHROMIUM,
                    STABLE,
                    "chromium",
                    "chromium-browser",
                    "/usr/lib/chromium/chromium",
                    "/usr/lib/chromium-browser/chromium-browser",
                    "/usr/lib64/chromium-browser/chromium-browser"),
            places(BrowserFamily.CHROME_HEADLESS_SHELL, STABLE, "chrome-headless-shell"),
            places(FIREFOX, STABLE, "firefox", "/usr/lib/firefox/firefox", "/usr/lib64/firefox/firefox"),
            places(FIREFOX, STABLE, "/opt/firefox/firefox"),
            places(FIREFOX, ESR, "firefox-esr", "/usr/lib/firefox-esr/firefox-esr"),
            places(FIREFOX, BETA, "firefox-beta", "/usr/lib/firefox-beta/firefox"),
            places(FIREFOX, DEV, "firefox-devedition", "firefox-developer-edition"),
            places(FIREFOX, NIGHTLY, "firefox-nightly", "/usr/lib/firefox-nightly/firefox"),
            miniBrowsers(),
            sandboxed(CHROME, STABLE, "com.google.Chrome"),
            sandboxed(CHROME, DEV, "com.google.ChromeDev"),
            sandboxed(EDGE, STABLE, "com.microsoft.Edge"),
            sandboxed(EDGE, DEV, "com.microsoft.EdgeDev"),
            sandboxed(CHROMIUM, STABLE, "org.chromium.Chromium"),
            sandboxed(FIREFOX, STABLE, "org.mozilla.firefox"),
            snap(CHROMIUM, "chromium"),
            snap(FIREFOX, "firefox"));

    static final List<Location> MACOS = joined(
            application(CHROME, STABLE, "Google Chrome"),
            application(CHROME, BETA, "Google Chrome Beta"),
            application(CHROME, DEV, "Google Chrome Dev"),
            application(CHROME, CANARY, "Google Chrome Canary"),
            application(CHROME, STABLE, "Google Chrome for Testing"),
            application(EDGE, STABLE, "Microsoft Edge"),
            application(EDGE, BETA, "Microsoft Edge Beta"),
            application(EDGE, DEV, "Microsoft Edge Dev"),
            application(EDGE, CANARY, "Microsoft Edge Canary"),
            application(CHROMIUM, STABLE, "Chromium"),
            application(FIREFOX, STABLE, "Firefox", "firefox"),
            application(FIREFOX, DEV, "Firefox Developer Edition", "firefox"),
            application(FIREFOX, NIGHTLY, "Firefox Nightly", "firefox"),
            application(SAFARI, STABLE, "Safari"),
            // Since macOS 13 Safari lies in a volume of its own; /Applications shows it in the Finder only.
            places(
                    SAFARI,
                    STABLE,
                    "/System/Cryptexes/App/System/Applications/Safari.app/Contents/MacOS/Safari",
                    "/System/Volumes/Preboot/Cryptexes/App/System/Applications/Safari.app/Contents/MacOS/Safari"),
            application(SAFARI, TECHNOLOGY_PREVIEW, "Safari Technology Preview"),
            places(BrowserFamily.CHROME_HEADLESS_SHELL, STABLE, "chrome-headless-shell"),
            places(CHROME, STABLE, "google-chrome"),
            places(CHROMIUM, STABLE, "chromium"),
            places(FIREFOX, STABLE, "firefox"));

    static final List<Location> WINDOWS = joined(
            program(CHROME, STABLE, "Google/Chrome/Application/chrome.exe"),
            program(CHROME, BETA, "Google/Chrome Beta/Application/chrome.exe"),
            program(CHROME, DEV, "Google/Chrome Dev/Application/chrome.exe"),
            program(CHROME, CANARY, "Google/Chrome SxS/Application/chrome.exe"),
            program(EDGE, STABLE, "Microsoft/Edge/Application/msedge.exe"),
            program(EDGE, BETA, "Microsoft/Edge Beta/Application/msedge.exe"),
            program(EDGE, DEV, "Microsoft/Edge Dev/Application/msedge.exe"),
            program(EDGE, CANARY, "Microsoft/Edge SxS/Application/msedge.exe"),
            program(CHROMIUM, STABLE, "Chromium/Application/chrome.exe"),
            program(FIREFOX, STABLE, "Mozilla Firefox/firefox.exe"),
            program(FIREFOX, BETA, "Firefox Beta/firefox.exe"),
            program(FIREFOX, DEV, "Firefox Developer Edition/firefox.exe"),
            program(FIREFOX, NIGHTLY, "Firefox Nightly/firefox.exe"),
            places(CHROME, STABLE, "chrome.exe"),
            places(EDGE, STABLE, "msedge.exe"),
            places(FIREFOX, STABLE, "firefox.exe"),
            places(BrowserFamily.CHROME_HEADLESS_SHELL, STABLE, "chrome-headless-shell.exe"));

    private BrowserLocations() {}

    static List<Location> of(OperatingSystem system) {
        return switch (system) {
            case LINUX -> LINUX;
            case MACOS -> MACOS;
            case WINDOWS -> WINDOWS;
        };
    }

    private static List<Location> places(BrowserFamily family, Channel channel, String... paths) {
        return Stream.of(paths)
                .map(path -> new Location(family, channel, InstallationSource.SYSTEM, path))
                .toList();
    }

    /** Debian has them under the architecture's folder, Fedora under libexec, Arch under lib. */
    private static List<Location> miniBrowsers() {
        List<Location> places = new ArrayList<>();
        for (String build : List.of("webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0")) {
            for (String folder : List.of("/usr/lib/*/", "/usr/libexec/", "/usr/lib/")) {
                places.addAll(places(WEBKITGTK, STABLE, folder + build + "/MiniBrowser"));
            }
        }
        return places;
    }

    private static List<Location> sandboxed(BrowserFamily family, Channel channel, String application) {
        return Stream.of("/var/lib/flatpak", "~/.local/share/flatpak")
                .map(folder -> new Location(
                        family, channel, InstallationSource.FLATPAK, folder + "/exports/bin/" + application))
                .toList();
    }

    private static List<Location> snap(BrowserFamily family, String name) {
        return Stream.of("/snap/bin/", "/var/lib/snapd/snap/bin/")
                .map(folder -> new Location(family, STABLE, InstallationSource.SNAP, folder + name))
                .toList();
    }

    private static List<Location> application(BrowserFamily family, Channel channel, String name) {
        return application(family, channel, name, name);
    }

    private static List<Location> application(BrowserFamily family, Channel channel, String name, String executable) {
        String path = "Applications/%s.app/Contents/MacOS/%s".formatted(name, executable);
        return places(family, channel, "/" + path, "~/" + path);
    }

    private static List<Location> program(BrowserFamily family, Channel channel, String path) {
        return places(
                family, channel, "${ProgramFiles}/" + path, "${ProgramFiles(x86)}/" + path, "${LOCALAPPDATA}/" + path);
    }

    @SafeVarargs
    private static List<Location> joined(List<Location>... lists) {
        return Stream.of(lists).flatMap(List::stream).toList();
    }
}
