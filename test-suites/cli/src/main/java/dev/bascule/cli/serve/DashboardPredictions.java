package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.cli.predict.KeptPredictions;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.file.DataFile;
import dev.bascule.reports.history.MadePrediction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Predicts the blanks of a server's matrix. What was read and fitted is kept until the history changes, and while something is
 * measured also then: fitting would take a processor from it. Thread-safe.
 */
final class DashboardPredictions implements PredictionService {
    static final NotYet LATER = new NotYet("not worked out yet: something is being measured on the server's machine");
    private static final String MAKER = "serve";

    private final WatchedHistory history;
    private final Supplier<TrainingSet> others;
    private final Clock clock;
    private final Consumer<List<MadePrediction>> keeper;
    private Optional<Known> last = Optional.empty();

    /** @param generation of the history that it is of */
    private record Known(long generation, KnownTimes times) {}

    /**
     * @param others data that are not the history's
     * @param keeper takes each prediction as it is first told
     */
    DashboardPredictions(
            WatchedHistory history, Supplier<TrainingSet> others, Clock clock, Consumer<List<MadePrediction>> keeper) {
        this.history = history;
        this.others = others;
        this.clock = clock;
        this.keeper = keeper;
    }

    /**
     * From what the product brings, and the history.
     *
     * @param keeping whether that takes what is told, so that it is held against what is measured later
     */
    static DashboardPredictions of(WatchedHistory history, Clock clock, boolean keeping) {
        return new DashboardPredictions(
                history, DataFile::shipped, clock, keeping ? history::keepPredictions : made -> {});
    }

    @Override
    public synchronized List<Prediction> predict(List<Gap> gaps, boolean measuring) {
        Optional<KnownTimes> known = known(measuring);
        KeptPredictions told = new KeptPredictions(MAKER, clock.instant());
        List<Prediction> all = gaps.stream()
                .map(gap ->
                        known.map(times -> times.predict(gap, !measuring, told)).orElse(LATER))
                .toList();
        if (!told.made().isEmpty()) {
            keeper.accept(told.made());
        }
        return all;
    }

    @Override
    public synchronized Optional<PredictionFacts> facts(boolean measuring) {
        return known(measuring).flatMap(times -> times.facts(history::machines, !measuring));
    }

    private Optional<KnownTimes> known(boolean measuring) {
        if (!measuring) {
            // Asked before it is read: what comes in meanwhile makes it old.
            long generation = history.generation();
            if (last.filter(known -> known.generation() == generation).isEmpty()) {
                last = Optional.of(new Known(generation, KnownTimes.of(others.get(), history)));
            }
        }
        return last.map(Known::times);
    }
}
