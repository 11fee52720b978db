package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.fallback.run.RunId;
import dev.bascule.reports.history.CaseRunRef;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids of cells in paths: the run's, and the place in it. The same in every history that has the run. Stateless. */
public final class CellIds {
    private static final Pattern FORM = Pattern.compile("(.{1,200})\\.(\\d{1,7})");

    /** Where ids of cells are. */
    static final String REMEDY = "GET /api/v1/matrix and /runs/{id} have the ids of cells";

    private CellIds() {}

    public static String text(CaseRunRef ref) {
        return ref.runId() + "." + ref.position();
    }

    /** The history has no cell of this id. */
    public static Problem.Thrown unknown(String id) {
        return Problem.unknown("the history has no cell '%s'".formatted(id), REMEDY);
    }

    /** Reads what {@link #text} writes. */
    public static CaseRunRef parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || !RunId.isOne(matcher.group(1))) {
            throw Problem.unknown("'%s' is no cell's id".formatted(text), REMEDY);
        }
        return new CaseRunRef(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
}
