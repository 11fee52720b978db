package dev.bascule.studies.decode;

/** Lets a model write a text natively, and forces every target along it. */
public interface DecodeService {

    /**
     * Interruptible: what was seen so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the model is no decoder, cannot be used, or there is no reference
     */
    DecodeReport decode(DecodeRequest request, Listener listener);

    /** Hears how it gets on. */
    interface Listener {
        /** What is done now. */
        void phase(String activity);
    }
}
