package dev.bascule.bridge.flags;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a browser is set up, in the three ways that browsers take settings. Immutable.
 *
 * @param flags command-line switches
 * @param preferences entries of the profile's {@code user.js}: booleans, integers or strings
 * @param environment environment variables of its process
 */
public record BrowserSettings(FlagSet flags, Map<String, Object> preferences, Map<String, String> environment) {
    public static final BrowserSettings NONE = new BrowserSettings(FlagSet.NONE, Map.of(), Map.of());

    public BrowserSettings {
        preferences = Collections.unmodifiableMap(new TreeMap<>(preferences));
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }

    /** Both; where both say something of the same thing, the other's word counts. */
    public BrowserSettings and(BrowserSettings other) {
        Map<String, Object> allPreferences = new TreeMap<>(preferences);
        allPreferences.putAll(other.preferences);
        Map<String, String> allEnvironment = new TreeMap<>(environment);
        allEnvironment.putAll(other.environment);
        return new BrowserSettings(flags.and(other.flags), allPreferences, allEnvironment);
    }

    public BrowserSettings and(FlagSet more) {
        return and(new BrowserSettings(more, Map.of(), Map.of()));
    }

    /** All of it as a result records it: switches, then {@code pref name=value}, then {@code env NAME=value}. */
    public List<String> recorded() {
        List<String> all = new ArrayList<>(flags.arguments());
        preferences.forEach((name, value) -> all.add("pref " + name + "=" + value));
        environment.forEach((name, value) -> all.add("env " + name + "=" + value));
        return List.copyOf(all);
    }
}
