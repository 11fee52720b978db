package dev.bascule.bridge.dashboard.view;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.history.History;
import dev.bascule.reports.selection.ComparedSides;

/** The runs that a selector in a request names: of the history, and never in a file. Thread-safe. */
final class RequestedRuns implements ComparedSides.Opening {
    private static final String REMEDY = "GET /api/v1/runs and /matrix show what there is";

    static ComparedSides sides(History history) {
        return new ComparedSides(() -> history, new RequestedRuns(), REMEDY);
    }

    @Override
    public RunRecord file(CellSelector.File file) {
        throw new BasculeException(
                ErrorCode.USAGE_ERROR,
                "'%s' is a file, and requests open none".formatted(file.path()),
                "name a run of the history by its id, or 'latest'");
    }

    @Override
    public RunRecord run(History history, CellSelector.Id id) {
        return history.find(id.idOrPrefix())
                .orElseThrow(() -> nothing("the history has no run '%s'".formatted(id.idOrPrefix())));
    }

    static BasculeException nothing(String message) {
        return new BasculeException(ErrorCode.NOTHING_SELECTED_TO_RUN, message, REMEDY);
    }
}
