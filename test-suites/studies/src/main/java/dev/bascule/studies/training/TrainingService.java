package dev.bascule.studies.training;

/** Trains a network on every target, and holds each against what is known. */
public interface TrainingService {

    /**
     * Interruptible: what was seen so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the network cannot be trained, its data cannot be used, or there is no
     *     reference
     */
    TrainingReport train(TrainingRequest request, Listener listener);

    /** Hears how it gets on. */
    interface Listener {
        /** What is done now. */
        void phase(String activity);
    }
}
