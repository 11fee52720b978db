package dev.bascule.fallback.target;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One column of the matrix: browser (or native), engine and version, backend and device type; the machine is the run's.
 *
 * @param backend where operators are asked to execute
 * @param browser the browser; empty on the native side
 * @param engine the engine and its build; its version is {@code unknown} where the backend is not installed
 * @param deviceType the device type asked for
 * @param software whether the adapter is a software one; empty where nobody could tell
 * @param adapter what the adapter says of itself (vendor, architecture, description, limits), empty where there is none
 */
public record Target(
        Backend backend,
        Optional<Browser> browser,
        Engine engine,
        DeviceType deviceType,
        Optional<Boolean> software,
        Map<String, String> adapter) {
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9.]+");

    public Target {
        adapter = Map.copyOf(adapter);
    }

    /** The stable id: equal for equal browser, engine, backend and device, whatever the machine. */
    public String id() {
        String where = browser.isPresent()
                ? slug(browser.get().name()) + "-" + browser.get().version()
                : "native";
        String build = engine.build().isPresent() ? "+" + slug(engine.build().get()) : "";
        // Put together by hand: a history of a million attempts asks for each one's.
        return where
                + "/"
                + slug(engine.name())
                + "-"
                + engine.version()
                + build
                + "/"
                + backend.id()
                + "-"
                + deviceType.name().toLowerCase(Locale.ROOT);
    }

    private static String slug(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            char letter = lower.charAt(i);
            boolean plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '.';
            if (!plain) {
                return OTHERS.matcher(lower).replaceAll("-");
            }
        }
        return lower;
    }

    @Override
    public String toString() {
        return id();
    }
}
