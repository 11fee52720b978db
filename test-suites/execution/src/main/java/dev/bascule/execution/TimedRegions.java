package dev.bascule.execution;

import java.util.function.Supplier;

/**
 * Keeps untimed work and timed work of a run apart: no worker's task begins while something is timed, and nothing is timed
 * while one runs. Whoever breaks this is a bug in Bascule, and ends the run before a number is made of it. Thread-safe.
 */
public final class TimedRegions {
    private int timed;
    private int untimed;

    /**
     * Work of which times are kept.
     *
     * @throws IllegalStateException while a worker's task runs
     */
    public <T> T timed(Supplier<T> work) {
        enterTimed();
        try {
            return work.get();
        } finally {
            leaveTimed();
        }
    }

    /**
     * A worker's task.
     *
     * @throws IllegalStateException while something is timed
     */
    <T> T untimed(Supplier<T> work) {
        enterUntimed();
        try {
            return work.get();
        } finally {
            leaveUntimed();
        }
    }

    private synchronized void enterTimed() {
        if (untimed > 0) {
            throw new IllegalStateException("something is to be timed while %d workers are busy".formatted(untimed));
        }
        timed++;
    }

    private synchronized void leaveTimed() {
        timed--;
    }

    private synchronized void enterUntimed() {
        if (timed > 0) {
            throw new IllegalStateException("a worker begins while something is timed");
        }
        untimed++;
    }

    private synchronized void leaveUntimed() {
        untimed--;
    }
}
