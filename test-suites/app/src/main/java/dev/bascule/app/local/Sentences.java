package dev.bascule.app.local;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a text of which each is a sample. Immutable.
 *
 * @param lines that differ, in order, and none that is blank
 * @param notes what was left out, for the reader
 */
record Sentences(List<String> lines, List<String> notes) {
    Sentences {
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }

    /** @param most that are taken */
    static Sentences of(String text, int most) {
        List<String> all =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        // The same again tells nothing new, and would make every interval too narrow.
        List<String> different = all.stream().distinct().toList();
        List<String> notes = new ArrayList<>();
        if (different.size() < all.size()) {
            notes.add("%d of %d lines are there before: each is one sample"
                    .formatted(all.size() - different.size(), all.size()));
        }
        if (different.size() > most) {
            notes.add("of %d different lines the first %d are taken".formatted(different.size(), most));
        }
        return new Sentences(different.subList(0, Math.min(most, different.size())), notes);
    }
}
