package dev.bascule.app.config;

import dev.bascule.suites.setting.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings given as options on the command line: what was typed, by option. Filled by one thread. */
public final class Flags {

    /** An option as typed. */
    public record Flag(String option, String text) {}

    private final Map<Key<?>, Flag> given = new LinkedHashMap<>();

    /** Remembers an option; given again for a list, it adds to it. */
    public void add(Key<?> key, String option, String text) {
        given.merge(
                key,
                new Flag(option, text),
                (old, more) -> new Flag(option, old.text() + key.type().divider() + more.text()));
    }

    public Map<Key<?>, Flag> given() {
        return Collections.unmodifiableMap(given);
    }

    public void addAll(Flags other) {
        other.given.forEach((key, flag) -> add(key, flag.option(), flag.text()));
    }
}
