package dev.bascule.cli.predict;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.history.MadePrediction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes predictions to the history as they are told, so that what is measured later can be held against them. They make no run and
 * no cell there. Belongs to one thread.
 */
public final class KeptPredictions {
    private final String maker;
    private final Instant now;
    private final List<MadePrediction> made = new ArrayList<>();

    /**
     * @param maker the command that tells them
     * @param now by whoever tells them
     */
    public KeptPredictions(String maker, Instant now) {
        this.maker = maker;
        this.now = now;
    }

    /** One more, of a median; where nothing is predicted, nothing is kept. */
    public void add(PredictedModel model, Prediction prediction) {
        add(model, MadePrediction.Figure.MEDIAN, prediction);
    }

    /** The predictions of a model's target. */
    void add(PredictedModel model, ModelPrediction.OfTarget target) {
        add(model, MadePrediction.Figure.MEDIAN, target.prediction());
        add(model, MadePrediction.Figure.MINIMUM, target.undisturbed());
    }

    private void add(PredictedModel model, MadePrediction.Figure figure, Prediction prediction) {
        if (prediction instanceof Prediction.Time time) {
            made.add(new MadePrediction(
                    now,
                    maker,
                    new MadePrediction.Subject(model.name(), model.sha256(), model.inputs()),
                    new MadePrediction.Place(
                            time.target().machine(),
                            time.target().target(),
                            time.target().threads()),
                    new MadePrediction.Basis(time.level().name(), time.regime().words(), time.method()),
                    figure,
                    time.millis(),
                    time.interval()
                            .map(interval ->
                                    new MadePrediction.Bounds(interval.level(), interval.low(), interval.high()))));
        }
    }

    /** All so far, in their order. */
    public List<MadePrediction> made() {
        return List.copyOf(made);
    }

    /** Writes them; where there is no history yet, none is made for them. */
    public void keep(CliContext context, String store) {
        if (made.isEmpty() || !HistoryAccess.exists(context, store)) {
            return;
        }
        // Writing does not go with a pending interrupt.
        boolean interrupted = Thread.interrupted();
        try (History history = HistoryOpening.await(HistoryAccess.open(context, store))) {
            history.keepPredictions(made());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
