package dev.bascule.fallback.target;

import dev.bascule.fallback.text.PlainText;
import java.util.List;

/**
 * The browser that a target runs in. Its words stand on one line, whoever told them.
 *
 * @param name such as {@code Chrome Headless Shell}
 * @param version full version as the browser itself tells it
 * @param launcher which launcher started it
 * @param flags command-line flags that it was started with
 */
public record Browser(String name, String version, String launcher, List<String> flags) {

    public Browser {
        name = PlainText.line(name);
        version = PlainText.line(version);
        launcher = PlainText.line(launcher);
        flags = List.copyOf(flags);
    }

    /** Name and major version, for column heads; a version below 10 counts its releases in its second number. */
    public String label() {
        String[] parts = version.split("\\.", -1);
        boolean small = parts.length > 1 && parts[0].length() == 1;
        return name + " " + (small ? parts[0] + "." + parts[1] : parts[0]);
    }
}
