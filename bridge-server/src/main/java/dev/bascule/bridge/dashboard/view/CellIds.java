package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Trouble;
import dev.bascule.reports.history.CaseRunRef;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids of cells in paths: the run's, and the place in it. The same in every history that has the run. Stateless. */
public final class CellIds {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_.-]{1,200})\\.(\\d{1,7})");

    private CellIds() {}

    public static String text(CaseRunRef ref) {
        return ref.runId() + "." + ref.position();
    }

    /** Reads what {@link #text} writes. */
    public static CaseRunRef parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw Problem.thrown(Trouble.NOT_FOUND, "'%s' is no cell's id".formatted(text));
        }
        return new CaseRunRef(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
}
