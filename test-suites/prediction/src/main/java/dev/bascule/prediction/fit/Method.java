package dev.bascule.prediction.fit;

/**
 * A way to learn the times of one target; {@link Fits} remembers what it learned. Stateless and deterministic.
 *
 * @param id such as {@code class-work}
 * @param level what a question must bring
 * @param about one sentence for reports
 * @param learner learns
 */
public record Method(String id, Level level, String about, Learner learner) {

    /** Learns a target from models measured there. */
    @FunctionalInterface
    public interface Learner {
        Fit learn(Lesson lesson);
    }
}
