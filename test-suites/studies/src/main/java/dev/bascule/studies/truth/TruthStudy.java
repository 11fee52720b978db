package dev.bascule.studies.truth;

import dev.bascule.fallback.target.Target;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One model, fed once, on several targets. Belongs to one thread. */
public final class TruthStudy {
    /** Noisy passes, as many as a run has of a model that is quick. */
    private static final int PASSES = 8;

    private final ExactValues exact;
    private final TruthExaminer examiner;

    /** @param stopped whether to end early with what was seen */
    public TruthStudy(ReproModel whole, BooleanSupplier stopped) {
        this.exact = new ExactValues(whole.model(), whole.inputs(), PASSES, stopped);
        this.examiner = new TruthExaminer(whole, exact, stopped);
    }

    /**
     * Each target's values, in the order given.
     *
     * @throws dev.bascule.fallback.error.BasculeException where the exact reference cannot tell
     */
    public List<TargetTruth> examine(Map<Target, Trial> targets, TruthService.Listener listener) {
        return examiner.examine(targets, listener);
    }

    /** How many values of the graph there are to compare, outputs included. */
    public int values() {
        return examiner.values();
    }

    public int passes() {
        return exact.passes();
    }

    /** How long the exact reference took so far. */
    public Duration exact() {
        return exact.took();
    }
}
