package dev.bascule.fallback.target;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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

    public Target {
        adapter = Map.copyOf(adapter);
    }

    /** The stable id: equal for equal browser, engine, backend and device, whatever the machine. */
    public String id() {
        String where = browser.map(b -> slug(b.name()) + "-" + b.version()).orElse("native");
        String build = engine.build().map(b -> "+" + slug(b)).orElse("");
        return "%s/%s-%s%s/%s-%s"
                .formatted(
                        where,
                        slug(engine.name()),
                        engine.version(),
                        build,
                        backend.id(),
                        deviceType.name().toLowerCase(Locale.ROOT));
    }

    private static String slug(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }

    @Override
    public String toString() {
        return id();
    }
}
