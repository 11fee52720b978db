package dev.bascule.studies.truth;

/** Holds every value of a model on every target against the exact one. */
public interface TruthService {

    /**
     * Interruptible: what was seen so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the model cannot be used, or there is no exact reference of it
     */
    TruthReport examine(TruthRequest request, Listener listener);

    /** Hears how it gets on. */
    interface Listener {
        /** What is done now. */
        void phase(String activity);
    }
}
