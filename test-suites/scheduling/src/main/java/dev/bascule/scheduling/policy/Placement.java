package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;

/**
 * A job that begins on a worker now. Immutable.
 *
 * @param because one sentence for who asks why there
 */
public record Placement(JobId job, WorkerId worker, String because) {}
