package dev.bascule.app.orders;

import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobStatus;
import java.util.List;
import java.util.Optional;

/**
 * What came of a run's jobs. Immutable.
 *
 * @param done in the order in which they came back; their documents are handed on when they come, and not kept
 * @param lost those of which nothing came
 * @param interrupted whether it was stopped before its end
 */
public record JobsOutcome(List<PoolJob> done, List<Lost> lost, boolean interrupted) {

    /**
     * What came of an attempt.
     *
     * @param attempt whose document it is: the job's accepted one, or one whose cells failed for a reason of its hardware
     * @param document run.json, compressed
     */
    public record Done(PoolJob job, JobStatus status, Optional<AttemptStatus> attempt, byte[] document) {

        /** Of the accepted attempt. */
        public Done(PoolJob job, JobStatus status, byte[] document) {
            this(job, status, status.accepted(), document);
        }
    }

    /**
     * Nothing came of it.
     *
     * @param unmet whether no worker that was there could do it
     */
    public record Lost(PoolJob job, Failure why, boolean unmet) {

        /** For another reason than that no worker could. */
        public Lost(PoolJob job, Failure why) {
            this(job, why, false);
        }

        static Lost unmet(PoolJob job, Failure why) {
            return new Lost(job, why, true);
        }
    }

    public JobsOutcome {
        done = List.copyOf(done);
        lost = List.copyOf(lost);
    }
}
