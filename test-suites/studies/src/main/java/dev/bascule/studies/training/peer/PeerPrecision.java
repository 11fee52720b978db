package dev.bascule.studies.training.peer;

/** What a peer computes in. */
public enum PeerPrecision {
    /** What backends compute in: for trajectories beside theirs. */
    FLOAT32,
    /** For gradients that are told from exact ones by next to nothing. Parameters, samples and constants are widened as they are. */
    FLOAT64
}
