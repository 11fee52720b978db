package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A way to learn the times of one target; {@link Fits} remembers what it learned. Stateless and deterministic.
 *
 * @param id such as {@code class-work}
 * @param level what a question must bring
 * @param about one sentence for reports
 * @param learner learns
 * @param misser tells its errors, where there is a shorter way than to learn anew for each architecture
 */
public record Method(String id, Level level, String about, Learner learner, Optional<Misser> misser) {

    /** One whose errors are told by learning anew without each architecture. */
    public Method(String id, Level level, String about, Learner learner) {
        this(id, level, about, learner, Optional.empty());
    }

    /** Tells measured minus predicted, in logarithms, for architectures that were not seen, by a shorter way. */
    @FunctionalInterface
    public interface Misser {
        /** @param known targets of which a model's time may be used, where the method uses any */
        Map<PredictedModel.Key, Double> misses(Lesson lesson, Predicate<TargetKey> known);
    }

    /** Learns a target from models measured there. */
    @FunctionalInterface
    public interface Learner {
        Fit learn(Lesson lesson);
    }
}
