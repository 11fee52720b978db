package dev.bascule.workers.wire;

import dev.bascule.scheduling.job.JobId;

/** One try of a job: what results are keyed by. Immutable. */
public record AttemptKey(JobId job, int attempt) {
    @Override
    public String toString() {
        return "%s (try %d)".formatted(job, attempt);
    }
}
