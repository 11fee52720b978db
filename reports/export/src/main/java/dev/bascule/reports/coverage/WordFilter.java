package dev.bascule.reports.coverage;

import dev.bascule.fallback.text.Glob;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Words that something must have, in any case of letters; {@code *} and {@code ?} stand for anything but a blank. Immutable.
 *
 * @param globs one for each word
 */
public record WordFilter(List<Glob> globs) {

    public WordFilter {
        globs = List.copyOf(globs);
    }

    /** @param words blanks between them */
    public static WordFilter of(String words) {
        return new WordFilter(Arrays.stream(words.strip().split("\\s+"))
                .map(Glob::ignoringCase)
                .toList());
    }

    /** Whether each is among these. */
    public boolean fits(Collection<String> own) {
        return globs.stream().allMatch(glob -> own.stream().anyMatch(glob::matches));
    }
}
