package dev.bascule.studies.training;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.training.metric.Confusion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the parameters of a step are worth on held-out data. Immutable.
 *
 * @param step after which
 * @param trained how long feeding and stepping took until then
 * @param right answers
 * @param of samples
 * @param interval 95 %, Wilson's
 * @param answers class by class; empty where nobody kept them
 */
public record Evaluation(long step, Duration trained, int right, int of, Interval interval, Optional<Answers> answers) {

    /**
     * @param classes names, in the order of the counts
     * @param said what was said of the samples of each
     */
    public record Answers(List<String> classes, Confusion said) {
        public Answers {
            classes = List.copyOf(classes);
        }
    }

    /** One of which nobody kept the answers. */
    public Evaluation(long step, Duration trained, int right, int of, Interval interval) {
        this(step, trained, right, of, interval, Optional.empty());
    }

    public double accuracy() {
        return (double) right / of;
    }
}
