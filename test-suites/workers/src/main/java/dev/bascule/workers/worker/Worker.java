package dev.bascule.workers.worker;

import dev.bascule.workers.job.JobWork;

/** Joins a coordinator and does its jobs, one at a time. Thread-safe. */
public final class Worker implements AutoCloseable {
    private Worker() {}

    /**
     * Joins, and begins to take jobs on threads of its own. Connects again by itself where the connection breaks.
     *
     * @throws dev.bascule.fallback.error.BasculeException where the coordinator cannot be reached now, shows another
     *     certificate, or refuses the token or this version
     */
    public static Worker join(WorkerSettings settings, JobWork work) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Waits until the worker has ended.
     *
     * @throws dev.bascule.fallback.error.BasculeException where it was revoked, replaced or refused
     */
    public void await() throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    /** Takes no more jobs, and ends after the one that it does. Returns at once. */
    public void finish() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Interrupts its job, gives it back and ends. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("not yet");
    }
}
