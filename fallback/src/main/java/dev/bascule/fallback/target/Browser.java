package dev.bascule.fallback.target;

import java.util.List;

/**
 * The browser that a target runs in.
 *
 * @param name such as {@code Chrome Headless Shell}
 * @param version full version as the browser itself tells it
 * @param launcher which launcher started it
 * @param flags command-line flags that it was started with
 */
public record Browser(String name, String version, String launcher, List<String> flags) {

    public Browser {
        flags = List.copyOf(flags);
    }

    /** Name and major version, for column heads. */
    public String label() {
        return name + " " + version.split("\\.", 2)[0];
    }
}
