package dev.bascule.suites.expectations;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.text.Glob;
import dev.bascule.fallback.text.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An entry with ids or globs that name no case of a run of the whole suite: mistyped, renamed or gone. Immutable.
 *
 * @param place file and line of the first of them
 * @param pattern the first of them
 * @param others how many more the entry has
 * @param meant what the first most likely should be: a case's name, or its id where it is elsewhere in the suite
 */
public record UnmatchedEntry(String place, String pattern, int others, Optional<String> meant) {

    /**
     * The stranger that an entry is. What is out of the run's reach is passed over, but for an id that differs from one of
     * its cases in nothing but the path.
     */
    static Optional<UnmatchedEntry> of(Expectation entry, Set<CaseId> ids, ObservedScope reach) {
        List<Glob> strange = entry.cases().stream()
                .filter(one -> reach.covers(one) || (reach.coversSuite(one) && isElsewhere(one, ids)))
                .filter(one -> {
                    Expectation alone = entry.naming(List.of(one));
                    return ids.stream().noneMatch(alone::names);
                })
                .toList();
        return strange.stream()
                .findFirst()
                .map(first -> new UnmatchedEntry(
                        entry.place().of(first), first.text(), strange.size() - 1, meant(first, ids)));
    }

    private static boolean isElsewhere(Glob one, Set<CaseId> ids) {
        String[] parts = one.text().split("[:;]", 4);
        return parts.length >= 3
                && ids.stream()
                        .anyMatch(id -> id.suite().equals(parts[0]) && id.name().equals(parts[2]));
    }

    private static Optional<String> meant(Glob one, Set<CaseId> ids) {
        String[] parts = one.text().split("[:;]", 4);
        if (!one.isExact() || parts.length < 3) {
            return Optional.empty();
        }
        Set<String> here = new TreeSet<>();
        Set<String> elsewhere = new TreeSet<>();
        for (CaseId id : ids) {
            if (id.suite().equals(parts[0])) {
                (id.path().equals(parts[1]) ? here : elsewhere).add(id.name());
            }
        }
        return Nearest.to(parts[2], here)
                .or(() -> Nearest.to(parts[2], elsewhere)
                        .flatMap(name -> ids.stream()
                                .filter(id ->
                                        id.suite().equals(parts[0]) && id.name().equals(name))
                                .map(id -> id.toString().split(";", 2)[0])
                                .findFirst()));
    }

    @Override
    public String toString() {
        return "%s: %s is no case of this run%s%s"
                .formatted(
                        place,
                        pattern,
                        others == 0
                                ? ""
                                : ", nor %s of that entry"
                                        .formatted(others == 1 ? "is another" : "are " + others + " others"),
                        meant.map(name -> "; did you mean %s?".formatted(name)).orElse("; remove it"));
    }
}
