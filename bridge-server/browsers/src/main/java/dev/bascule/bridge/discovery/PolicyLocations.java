package dev.bascule.bridge.discovery;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The paths from which each browser reads its policies, in the notation of {@link LocationResolver}. Stateless. */
final class PolicyLocations {

    private PolicyLocations() {}

    static List<String> linux(BrowserInstallation browser) {
        return switch (browser.family()) {
            case CHROME ->
                List.of(
                        browser.name().endsWith("for Testing")
                                ? "/etc/opt/chrome_for_testing/policies/managed/*.json"
                                : "/etc/opt/chrome/policies/managed/*.json");
            case CHROMIUM ->
                List.of("/etc/chromium/policies/managed/*.json", "/etc/chromium-browser/policies/managed/*.json");
            case EDGE -> List.of("/etc/opt/edge/policies/managed/*.json");
            case FIREFOX -> List.of("/etc/firefox/policies/policies.json");
            // The headless shell is built without policies, and WebKitGTK has none.
            case CHROME_HEADLESS_SHELL, WEBKITGTK, SAFARI, WEBKIT -> List.of();
        };
    }

    /** Lists of the machine, then of its users. */
    static List<String> macos(BrowserInstallation browser) {
        return domain(browser).stream()
                .flatMap(domain -> Stream.of("", "*/").map(user -> "/Library/Managed Preferences/" + user + domain))
                .toList();
    }

    private static Optional<String> domain(BrowserInstallation browser) {
        String suffix = switch (browser.channel()) {
            case BETA -> ".beta";
            case DEV -> ".dev";
            case CANARY -> ".canary";
            case STABLE, ESR, NIGHTLY, TECHNOLOGY_PREVIEW -> "";
        };
        return switch (browser.family()) {
            case CHROME -> Optional.of("com.google.Chrome" + suffix + ".plist");
            case CHROMIUM -> Optional.of("org.chromium.Chromium.plist");
            case EDGE -> Optional.of("com.microsoft.Edge%s.plist".formatted(capitalized(suffix)));
            case FIREFOX -> Optional.of("org.mozilla.firefox.plist");
            case CHROME_HEADLESS_SHELL, WEBKITGTK, SAFARI, WEBKIT -> Optional.empty();
        };
    }

    /** Microsoft writes {@code .Beta} where Google writes {@code .beta}. */
    private static String capitalized(String suffix) {
        return suffix.isEmpty() ? "" : "." + Character.toUpperCase(suffix.charAt(1)) + suffix.substring(2);
    }

    static Optional<String> windows(BrowserFamily family) {
        return switch (family) {
            case CHROME -> Optional.of("SOFTWARE\\Policies\\Google\\Chrome");
            case CHROMIUM -> Optional.of("SOFTWARE\\Policies\\Chromium");
            case EDGE -> Optional.of("SOFTWARE\\Policies\\Microsoft\\Edge");
            case FIREFOX -> Optional.of("SOFTWARE\\Policies\\Mozilla\\Firefox");
            case CHROME_HEADLESS_SHELL, WEBKITGTK, SAFARI, WEBKIT -> Optional.empty();
        };
    }
}
