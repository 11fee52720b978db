package dev.bascule.bridge.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chromium switches that merge. Chromium takes only the last {@code --enable-features} (and the last of
 * its like) that it is given, so their lists are kept as lists and written once. Of V8's flags, which are such a list too,
 * V8 takes the later where two contradict each other. Immutable.
 */
public final class FlagSet {
    private static final Set<String> LISTS = Set.of(
            "--enable-features",
            "--disable-features",
            "--enable-blink-features",
            "--disable-blink-features",
            "--js-flags");

    public static final FlagSet NONE = new FlagSet(Map.of());

    private final Map<String, Set<String>> switches;

    private FlagSet(Map<String, Set<String>> switches) {
        this.switches = switches;
    }

    /** From flags as they are written on a command line. */
    public static FlagSet of(String... flags) {
        return of(List.of(flags));
    }

    public static FlagSet of(List<String> flags) {
        Map<String, Set<String>> switches = new LinkedHashMap<>();
        for (String flag : flags) {
            if (!flag.startsWith("--")) {
                throw new IllegalArgumentException("'" + flag + "' is not a flag");
            }
            int equals = flag.indexOf('=');
            String name = equals < 0 ? flag : flag.substring(0, equals);
            List<String> values = equals < 0 ? List.of() : List.of(flag.substring(equals + 1));
            add(
                    switches,
                    name,
                    isList(name) && equals >= 0 ? List.of(values.get(0).split(",", -1)) : values);
        }
        return new FlagSet(switches);
    }

    /** Both; of a switch that both have with a value, the other's value wins. */
    public FlagSet and(FlagSet other) {
        Map<String, Set<String>> merged = new LinkedHashMap<>();
        switches.forEach((name, values) -> merged.put(name, new LinkedHashSet<>(values)));
        other.switches.forEach((name, values) -> add(merged, name, List.copyOf(values)));
        return new FlagSet(merged);
    }

    /** All but this switch, whatever its value. */
    public FlagSet without(String name) {
        Map<String, Set<String>> others = new LinkedHashMap<>(switches);
        others.remove(name);
        return new FlagSet(others);
    }

    private static void add(Map<String, Set<String>> switches, String name, List<String> values) {
        if (isList(name)) {
            switches.computeIfAbsent(name, key -> new LinkedHashSet<>()).addAll(values);
        } else {
            switches.put(name, new LinkedHashSet<>(values));
        }
    }

    private static boolean isList(String name) {
        return LISTS.contains(name);
    }

    /** As they are written on a command line, each switch once. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        switches.forEach(
                (name, values) -> arguments.add(values.isEmpty() ? name : name + "=" + String.join(",", values)));
        return List.copyOf(arguments);
    }

    @Override
    public String toString() {
        return String.join(" ", arguments());
    }
}
