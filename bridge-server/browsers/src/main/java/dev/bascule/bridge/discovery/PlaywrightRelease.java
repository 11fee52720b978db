package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The release of Playwright in Bascule, from the files of its own jar. A Firefox or a WebKit that it patched speaks the
 * protocol of its release, so another release's build may not be understood. Stateless.
 */
public final class PlaywrightRelease {
    private static final String FOLDER = "/driver/package/";

    /** Versions by product and revision. */
    private static final Map<String, String> BUILDS = builds();

    private PlaywrightRelease() {}

    /** The command that installs a build of this very release, such as {@code npx playwright@1.62.1 install webkit}. */
    public static String install(String product) {
        return "npx %s install %s".formatted(npmPackage(), product);
    }

    /** As {@link #install(String)}, over what lies there already. */
    static String reinstall(String product) {
        return "npx %s install --force %s".formatted(npmPackage(), product);
    }

    /** The version that this release gives a revision of a product; empty for one that it does not know. */
    static Optional<String> version(String product, String revision) {
        return Optional.ofNullable(BUILDS.get(product + " " + revision));
    }

    /** Whether a build of this version was made for this release. */
    static boolean knows(String version) {
        return BUILDS.containsValue(version);
    }

    private static String npmPackage() {
        return read("package.json")
                .map(about -> "playwright@" + about.path("version").asText())
                .orElse("playwright");
    }

    private static Map<String, String> builds() {
        Map<String, String> versions = new HashMap<>();
        // Without the list a build is known by its revision only.
        read("browsers.json")
                .ifPresent(list -> list.path("browsers")
                        .forEach(browser -> versions.put(
                                browser.path("name").asText() + " "
                                        + browser.path("revision").asText(),
                                browser.path("browserVersion").asText())));
        return Map.copyOf(versions);
    }

    private static Optional<JsonNode> read(String file) {
        try (InputStream in = PlaywrightRelease.class.getResourceAsStream(FOLDER + file)) {
            return in == null ? Optional.empty() : Optional.of(Json.MAPPER.readTree(in));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
