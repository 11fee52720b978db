package dev.bascule.scheduling.explain;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a job, as of one moment. Immutable.
 *
 * @param state one sentence, without its full stop
 * @param workers all of the pool, those that can do it first, the quickest before the others
 */
public record Explanation(JobId job, String state, List<Line> workers) {
    public Explanation {
        workers = List.copyOf(workers);
    }

    /**
     * What one worker is to the job.
     *
     * @param able whether it can do it, as far as is known
     * @param time how long it takes there; empty where the requirement is not met
     * @param lacking what the job asks and the worker lacks, one sentence part each
     * @param freeIn when it is expected to be done with what it has; below zero where nobody knows; empty where it is idle
     * @param text all that for people, in one line
     */
    public record Line(
            WorkerId worker,
            boolean able,
            Optional<ServiceTime> time,
            List<String> lacking,
            Optional<Duration> freeIn,
            String text) {
        public Line {
            lacking = List.copyOf(lacking);
        }
    }
}
