package dev.bascule.studies.training.peer;

/**
 * An engine of others' that does the same training in its own way, with its own automatic differentiation and its own optimizers: a
 * reference for trajectories and for gradients. Each run has its own process. Thread-safe.
 */
public interface TrainingPeer {
    /** What it is called. */
    String name();

    /** Trains from these parameters along these batches, however that ends. */
    PeerRun train(PeerRequest request);
}
