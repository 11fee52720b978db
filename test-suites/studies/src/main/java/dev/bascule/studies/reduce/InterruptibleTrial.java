package dev.bascule.studies.reduce;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;

/**
 * Trials that end in an exception where the thread was interrupted meanwhile: what an interrupt does to a runner looks like
 * a crash, and is none. The thread stays interrupted.
 */
record InterruptibleTrial(Trial trial) implements Trial {

    @Override
    public OutputCriterion.Source source() {
        return trial.source();
    }

    @Override
    public TrialOutcome run(ReproModel repro) {
        stopIfInterrupted();
        TrialOutcome outcome = trial.run(repro);
        stopIfInterrupted();
        return outcome;
    }

    /** Whether an error comes of an interrupt; libraries have their own ways to say so. */
    static boolean isMeant(RuntimeException error) {
        return Thread.currentThread().isInterrupted()
                || error instanceof BasculeException known && known.code() == ErrorCode.RUN_INTERRUPTED;
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "interrupted");
        }
    }
}
