package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.rating.ScoreDocument;
import dev.bascule.reports.rating.ScoreTable;
import dev.bascule.reports.selection.ComparedSides;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Two sides held against each other, and the scores of all targets. Thread-safe. */
public final class ComparisonRoutes {
    /** With fewer runs on a side, how much runs differ must be known from others. */
    private static final int ENOUGH_RUNS = 3;

    private final WatchedHistory history;
    private final EntityTags tags;

    public ComparisonRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/compare", Access.READ, this::compare), Route.get("/scores", Access.READ, this::scores));
    }

    private void compare(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "baseline", "candidate", "cases");
        CellSelector a = CellSelector.parse(Parameters.required(context, "baseline"));
        CellSelector b = CellSelector.parse(Parameters.required(context, "candidate"));
        List<MatrixQuery.Cases> cases = Parameters.constants(context, "cases", MatrixQuery.Cases.class);
        Responses.tagged(context, tags.current(), () -> ComparisonDocument.of(compared(a, b, cases)));
    }

    private ComparisonReport compared(CellSelector baseline, CellSelector candidate, List<MatrixQuery.Cases> cases) {
        ComparedSides sides = RequestedRuns.sides(history);
        ComparedSide from = sides.side(baseline, Set.copyOf(cases));
        ComparedSide to = sides.side(candidate, Set.copyOf(cases));
        boolean few = from.runs().size() < ENOUGH_RUNS || to.runs().size() < ENOUGH_RUNS;
        ComparisonReport report = Comparer.compare(
                from,
                to,
                CellSelector.about(baseline, candidate),
                few ? sides.recent(Optional.empty()) : List.of(),
                ComparisonOptions.DEFAULT);
        if (report.cases().isEmpty()) {
            throw RequestedRuns.nothing("'%s' and '%s' have no case on the same target in common"
                    .formatted(baseline.name(), candidate.name()));
        }
        return report;
    }

    private void scores(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "suite");
        RunFilter filter =
                Parameters.text(context, "suite").map(RunFilter::ofSuite).orElse(RunFilter.ALL);
        Responses.tagged(context, tags.current(), () -> ScoreDocument.of(ScoreTable.of(history.latestCells(filter))));
    }
}
