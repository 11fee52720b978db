package dev.bascule.workers.join;

/** What a token lets its holder do. */
public enum Role {
    /** Does jobs that it is given. */
    WORKER,
    /** Submits jobs, and follows and cancels its own. */
    SUBMITTER
}
