package dev.bascule.studies.reduce;

import java.util.Optional;
import java.util.function.Consumer;

/** Reduces failing cases. */
public interface ReduceService {

    /**
     * Finds the smallest failing part of a case and writes it as a folder. Interruptible: what was reached is written.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the model cannot be used or the target cannot be had
     */
    Report reduce(ReduceRequest request, Listener listener);

    /** Hears how it gets on. */
    interface Listener {
        /** What is done now. */
        void phase(String activity);

        /** A step was made. */
        void step(ReductionStep step);

        default Consumer<ReductionStep> steps() {
            return this::step;
        }
    }

    /**
     * What came of it.
     *
     * @param origin where the failure was seen; empty where there was none
     */
    record Report(Reduction reduction, Optional<FailureOrigin> origin) {}
}
