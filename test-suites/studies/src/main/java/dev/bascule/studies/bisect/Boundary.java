package dev.bascule.studies.bisect;

import java.util.List;

/**
 * Where good and bad meet on a line of versions.
 *
 * @param before the last known before it, older
 * @param after the first known after it, newer
 * @param regression whether it is good before and bad after; else it was mended
 * @param between versions between them of which nothing can be said; none where the boundary is exact
 */
public record Boundary(String before, String after, boolean regression, List<String> between) {
    public Boundary {
        between = List.copyOf(between);
    }

    public boolean isExact() {
        return between.isEmpty();
    }

    public String lastGood() {
        return regression ? before : after;
    }

    public String firstBad() {
        return regression ? after : before;
    }

    @Override
    public String toString() {
        return isExact()
                ? "%s %s".formatted(regression ? "bad since" : "fixed in", after)
                : "%s between %s and %s".formatted(regression ? "broken" : "fixed", before, after);
    }
}
