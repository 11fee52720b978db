package dev.bascule.bridge.dashboard.view;

import dev.bascule.reports.change.CellSeries;
import dev.bascule.reports.change.EDivisive;
import dev.bascule.reports.change.SeriesAnalysis;
import dev.bascule.reports.change.SeriesReport;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.selection.HistorySeries;
import java.util.Optional;

/** What happened to a cell over all versions of its browser. Stateless. */
final class SeriesChanges {
    private SeriesChanges() {}

    /** The analyzed series that a cell belongs to; empty where it was measured once only, or is an operator case. */
    static Optional<SeriesReport> of(History history, CellPlace place) {
        MatrixQuery near = MatrixQuery.builder()
                .machines(place.machine())
                .models(place.row().split("\\|", 2)[0])
                .page(0, MatrixQuery.MOST_ROWS)
                .build();
        return HistorySeries.of(history, near).stream()
                .filter(series -> series.places().contains(place))
                .filter(series -> series.points().size() > 1)
                .findFirst()
                .map((CellSeries series) -> SeriesAnalysis.analyze(series, EDivisive.Settings.DEFAULT));
    }
}
