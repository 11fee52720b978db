package dev.bascule.workers.wire;

import dev.bascule.workers.job.JobOrder;

/**
 * An order for one process of a worker: another one drops it.
 *
 * @param incarnation of the process
 */
public record OrderMessage(String incarnation, JobOrder order) {}
