package dev.bascule.fallback.driver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parts that discovery passes over as if they were not on this machine: how a machine that has them is tried as one that
 * has not. They are named by the variable {@value #VARIABLE}, separated by commas: families of browsers
 * ({@code firefox}), drivers by their program ({@code geckodriver}), sets of native libraries by their folder
 * ({@code pytorch}). Nothing that is passed over can be measured, so no result can hide that it was. Immutable.
 */
public record HiddenParts(Set<String> parts) {
    public static final String VARIABLE = "BASCULE_WITHOUT";

    /** The system property by which one JVM adds to the variable. */
    public static final String PROPERTY = "bascule.without";

    public HiddenParts {
        parts = Set.copyOf(parts);
    }

    public static HiddenParts of(Map<String, String> environment) {
        return new HiddenParts(
                words(environment.getOrDefault(VARIABLE, "")).stream().collect(Collectors.toUnmodifiableSet()));
    }

    /** This process's environment, with what this JVM's property adds. */
    public static Map<String, String> environment() {
        String added = System.getProperty(PROPERTY, "");
        if (added.isBlank()) {
            return System.getenv();
        }
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.merge(VARIABLE, added, (inherited, own) -> inherited + "," + own);
        return environment;
    }

    /** Whether the part is to be passed over. */
    public boolean has(String part) {
        return parts.contains(part);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
