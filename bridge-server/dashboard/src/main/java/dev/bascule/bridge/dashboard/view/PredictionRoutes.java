package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.predict.PredictionService.Gap;
import dev.bascule.bridge.dashboard.predict.PredictionService.NotYet;
import dev.bascule.bridge.dashboard.predict.PredictionService.Prediction;
import dev.bascule.bridge.dashboard.predict.PredictionService.Time;
import dev.bascule.bridge.dashboard.predict.PredictionService.Unknown;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.history.CellSummary;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.matrix.CellPlace;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What was not measured: predictions for the blanks of the matrix, and how far such predictions are off. Thread-safe. */
public final class PredictionRoutes {
    private static final Duration LATER = Duration.ofSeconds(20);

    private final WatchedHistory history;
    private final PredictionService service;
    private final BooleanSupplier measuring;

    /** @param measuring whether something is measured on this machine */
    public PredictionRoutes(WatchedHistory history, PredictionService service, BooleanSupplier measuring) {
        this.history = history;
        this.service = service;
        this.measuring = measuring;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/predictions", Access.READ, this::predictions),
                Route.get("/predictions/validation", Access.READ, this::validation));
    }

    /**
     * @param predictions one for each blank of these rows that is of a model and one backend
     * @param pending whether some of them were not worked out, and will be once nothing is measured
     */
    record Predictions(List<GapPart> predictions, boolean pending, Page page) {}

    /**
     * A blank.
     *
     * @param row key of its row
     * @param column id of its column
     * @param predicted null where there is none
     * @param reason why there is none; null where there is one
     */
    record GapPart(
            String row,
            String column,
            String model,
            String sha256,
            String machine,
            Optional<Time> predicted,
            Optional<String> reason) {
        static GapPart of(Gap gap, Prediction prediction) {
            MatrixPage.Row row = gap.row();
            MatrixPage.Column column = gap.column();
            return new GapPart(
                    row.key(),
                    MatrixAnswer.columnId(column.machine(), column.key()),
                    row.model(),
                    row.sha256(),
                    column.machine(),
                    prediction instanceof Time time ? Optional.of(time) : Optional.empty(),
                    reason(prediction));
        }

        private static Optional<String> reason(Prediction prediction) {
            if (prediction instanceof NotYet later) {
                return Optional.of(later.reason());
            }
            return prediction instanceof Unknown unknown ? Optional.of(unknown.reason()) : Optional.empty();
        }
    }

    private void predictions(Context context, Caller caller) {
        Parameters.knowOnly(context, MatrixRoutes.PARAMETERS);
        Page.Wanted wanted = Page.wanted(context);
        MatrixQuery query = MatrixRoutes.query(context, wanted);
        MatrixPage page = history.matrixPage(query);
        List<Gap> gaps = gaps(page);
        List<Prediction> predicted = gaps.isEmpty() ? List.of() : service.predict(gaps, measuring.getAsBoolean());
        List<GapPart> parts = new ArrayList<>();
        for (int i = 0; i < gaps.size(); i++) {
            parts.add(GapPart.of(gaps.get(i), predicted.get(i)));
        }
        // No tag: what was not worked out while something was measured is told later, of the same history.
        boolean pending = predicted.stream().anyMatch(NotYet.class::isInstance);
        Responses.json(
                context, new Predictions(parts, pending, wanted.of(page.totals().rows())));
    }

    /** A chain has no time of its own, and a conformance case none that anybody waits for. */
    private static List<Gap> gaps(MatrixPage page) {
        Set<CellPlace> measured = new HashSet<>();
        page.cells().stream().map(CellSummary::place).forEach(measured::add);
        List<Gap> gaps = new ArrayList<>();
        for (MatrixPage.Row row : page.rows()) {
            for (MatrixPage.Column column : page.columns()) {
                if (column.chain().size() == 1
                        && !row.task().equals(ModelInfo.CONFORMANCE)
                        && !measured.contains(new CellPlace(column.machine(), row.key(), column.key()))) {
                    gaps.add(new Gap(row, column));
                }
            }
        }
        return gaps;
    }

    private void validation(Context context, Caller caller) {
        Parameters.knowOnly(context);
        PredictionFacts facts = service.facts(measuring.getAsBoolean())
                .orElseThrow(() -> Problem.later(
                        ProblemType.TOO_BUSY,
                        "something is being measured on this machine, which reading all of the history would disturb",
                        LATER));
        Responses.json(context, facts);
    }
}
