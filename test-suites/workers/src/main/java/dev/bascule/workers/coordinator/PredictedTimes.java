package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobRequest;

/** Foretells how long jobs take that were never done on such a machine. Asked by one thread, which nobody waits for. */
@FunctionalInterface
public interface PredictedTimes {
    /** Foretells nothing. */
    PredictedTimes NONE = (job, machine) -> new ServiceTime.Unknown("no such job was done on such a machine yet");

    /**
     * A time of source {@code PREDICTED}, or why there is none. May take minutes; is asked once for each likeness on each class of hardware.
     *
     * @param job whole, as its submitter sent it, read by nobody yet
     */
    ServiceTime of(JobRequest job, Inventory machine);
}
