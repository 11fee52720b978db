package dev.bascule.workers.worker;

import dev.bascule.scheduling.worker.Condition;

/** What a worker's machine says of its heat and power. Asked with each beat, by a thread of each connection: to be thread-safe. */
@FunctionalInterface
public interface Sensors {
    /** Of a machine that has none. */
    Sensors NONE = working -> Condition.UNKNOWN;

    /**
     * As far as it is known.
     *
     * @param working whether a job runs now and does not wait for others on the machine: what it draws while it is idle says nothing of a job
     */
    Condition read(boolean working);
}
