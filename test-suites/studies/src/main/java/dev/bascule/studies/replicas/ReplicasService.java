package dev.bascule.studies.replicas;

/** Has pages and native children train one network together. Each call is one of its own. */
public interface ReplicasService {

    /**
     * Interruptible: what was seen so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the network cannot be trained so, its data cannot be used, a backend that was named is not here,
     *     or native CPU does not train
     */
    ReplicasReport train(ReplicasRequest request, Listener listener);

    /** Hears how it gets on. */
    interface Listener {
        /** What is done now. */
        void phase(String activity);
    }
}
