package dev.bascule.suites.expectations;

import dev.bascule.fallback.text.Glob;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A name with a range of versions, such as {@code chrome* >=153 <156}. Immutable.
 *
 * @param name of {@code *} and {@code ?}, whatever the case of letters; also held against the name with hyphens for
 *     blanks
 * @param versions of that name
 */
record VersionedName(Glob name, VersionRange versions) {

    static VersionedName of(String name) {
        return new VersionedName(Glob.ignoringCase(name), VersionRange.ANY);
    }

    /** Reads one; without a name it is any. Empty when the range is none. */
    static Optional<VersionedName> parse(String text) {
        Map<Boolean, List<String>> words = Arrays.stream(text.strip().split("\\s+"))
                .collect(Collectors.partitioningBy(VersionRange::looksLikeBound));
        String name = String.join(" ", words.getOrDefault(false, List.of()));
        return VersionRange.parse(words.getOrDefault(true, List.of()))
                .map(range -> new VersionedName(Glob.ignoringCase(name.isEmpty() ? "*" : name), range));
    }

    boolean matches(String otherName, String version) {
        String slug = otherName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
        return (name.matches(otherName) || name.matches(slug)) && versions.contains(version);
    }

    @Override
    public String toString() {
        return (name.text() + " " + versions).strip();
    }
}
