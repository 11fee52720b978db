package dev.bascule.scheduling.time;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.worker.WorkerView;

/** Knows how long jobs take. Must answer soon, and the same for the same question within a round. */
@FunctionalInterface
public interface ServiceTimes {

    /** Whether its requirement is met is not asked here. */
    ServiceTime of(Job job, WorkerView worker);
}
