package dev.bascule.workers.ledger;

import java.util.List;

/**
 * Some of a run's jobs. Immutable.
 *
 * @param jobs in the order of their numbers
 * @param total of those that were asked for, the others with them
 */
public record RunPart(List<JobStatus> jobs, int total) {
    /** So many are told at once. */
    public static final int MOST = 500;

    public RunPart {
        jobs = List.copyOf(jobs);
    }
}
