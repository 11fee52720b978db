package dev.bascule.reports.scenario;

import dev.bascule.fallback.run.Figure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure's name taken apart: {@code fresh profile: create} and {@code growth, renderer} are of two parts, of which one
 * heads a column and the other a row, so that what belongs together stands side by side.
 *
 * @param column before the colon or comma; {@code value} where there is none
 * @param row after it; the whole name where there is none
 */
record FigureName(String column, String row) {
    static final String PLAIN = "value";
    private static final Pattern PARTS = Pattern.compile("(.+?): (.+)|([^:]+?), (.+)");

    /** Statistics of one quantity are compared between targets, not with one another. */
    private static final Pattern STATISTIC = Pattern.compile("[^:]+, (median|mean|p\\d+)");

    static FigureName of(Figure figure) {
        Matcher parts = PARTS.matcher(figure.name());
        if (!parts.matches() || STATISTIC.matcher(figure.name()).matches()) {
            return new FigureName(PLAIN, figure.name());
        }
        boolean colon = parts.group(1) != null;
        return new FigureName(parts.group(colon ? 1 : 3), parts.group(colon ? 2 : 4));
    }

    boolean isPlain() {
        return column.equals(PLAIN);
    }
}
