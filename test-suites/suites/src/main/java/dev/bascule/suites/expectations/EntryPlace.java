package dev.bascule.suites.expectations;

import dev.bascule.fallback.text.Glob;
import java.util.Map;

/**
 * Where an entry stands in its file. Immutable.
 *
 * @param entry file and line of its beginning, for people; empty for one that is in no file yet
 * @param cases file and line of each of its ids and globs
 */
record EntryPlace(String entry, Map<Glob, String> cases) {
    /** Of an entry that is in no file yet. */
    static final EntryPlace NONE = new EntryPlace("", Map.of());

    EntryPlace {
        cases = Map.copyOf(cases);
    }

    /** The line of one of its ids or globs. */
    String of(Glob one) {
        return cases.getOrDefault(one, entry);
    }
}
