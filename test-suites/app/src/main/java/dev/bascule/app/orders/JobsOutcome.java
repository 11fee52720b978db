package dev.bascule.app.orders;

import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.JobStatus;
import java.util.List;

/**
 * What came of a run's jobs. Immutable.
 *
 * @param done in the order in which they came back; their documents are handed on when they come, and not kept
 * @param lost those of which nothing came
 * @param interrupted whether it was stopped before its end
 */
public record JobsOutcome(List<PoolJob> done, List<Lost> lost, boolean interrupted) {

    /** @param document run.json, compressed */
    public record Done(PoolJob job, JobStatus status, byte[] document) {}

    public record Lost(PoolJob job, Failure why) {}

    public JobsOutcome {
        done = List.copyOf(done);
        lost = List.copyOf(lost);
    }
}
