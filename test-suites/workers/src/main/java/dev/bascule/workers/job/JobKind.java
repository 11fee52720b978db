package dev.bascule.workers.job;

/** What a job is made of: what a worker may be asked to do, and nothing else. */
public enum JobKind {
    /** Cases of a suite, on chains and browsers. */
    CASES,
    /** Conformance cases on columns. */
    CONFORMANCE,
    /** A part of each batch of a training, asked for frame by frame. */
    REPLICA
}
