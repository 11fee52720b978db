package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.file.DataFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Predicts the blanks of a server's matrix. What was read and fitted is kept until the history changes, and while something is
 * measured also then: fitting would take a processor from it. Thread-safe.
 */
final class DashboardPredictions implements PredictionService {
    static final String LATER = "not worked out yet: something is being measured on the server's machine";

    private final WatchedHistory history;
    private final Supplier<TrainingSet> others;
    private Optional<Known> last = Optional.empty();

    /** @param generation of the history that it is of */
    private record Known(long generation, KnownTimes times) {}

    /** @param others data that are not the history's */
    DashboardPredictions(WatchedHistory history, Supplier<TrainingSet> others) {
        this.history = history;
        this.others = others;
    }

    /** From what the product brings, and the history. */
    static DashboardPredictions of(WatchedHistory history) {
        return new DashboardPredictions(history, DataFile::shipped);
    }

    @Override
    public synchronized List<Prediction> predict(List<Gap> gaps, boolean measuring) {
        Optional<KnownTimes> known = known(measuring);
        return gaps.stream()
                .map(gap -> known.map(times -> times.predict(gap, !measuring)).orElseGet(() -> new Unknown(LATER)))
                .toList();
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
