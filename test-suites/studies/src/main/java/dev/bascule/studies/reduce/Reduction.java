package dev.bascule.studies.reduce;

import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.List;
import java.util.Optional;

/** What came of reducing a case. */
public sealed interface Reduction {

    /**
     * The target does what it should.
     *
     * @param note in what the reference is wrong, where the case itself says so
     */
    record NotFailing(Optional<String> note) implements Reduction {
        public NotFailing() {
            this(Optional.empty());
        }
    }

    /** It was interrupted before the whole model was seen: nothing can be said of anything. */
    record Interrupted() implements Reduction {}

    /** The reference does not run the model, so that nothing can be said of the target. */
    record NoReference(String why) implements Reduction {}

    /**
     * A smaller model that fails in the same way, or the whole one where nothing smaller does.
     *
     * @param original what it was made of
     * @param symptom how that failed
     * @param faultyNode the first wrong node; empty where it could not be found
     * @param repro what is left
     * @param finding what that shows
     * @param criterion by what it is judged
     * @param failures how many of {@code repeats} runs of it failed in this way
     * @param repeats in fresh pages or processes, at the end
     * @param steps everything that was tried
     * @param cutShort why it ended before nothing gave any more; empty where it did not
     */
    record Reduced(
            ReproModel original,
            ReproFinding.Failing symptom,
            Optional<FaultyNode> faultyNode,
            ReproModel repro,
            ReproFinding.Failing finding,
            OutputCriterion criterion,
            int failures,
            int repeats,
            List<ReductionStep> steps,
            Optional<EarlyStop> cutShort)
            implements Reduction {
        public Reduced {
            steps = List.copyOf(steps);
        }
    }
}
