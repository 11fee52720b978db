package dev.bascule.workers.wire;

import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import java.util.List;
import java.util.Optional;

/** Answers to a submitter. */
public sealed interface ToSubmitter {

    /** Done as asked. */
    record Fine() implements ToSubmitter {}

    /** Not done, none of it. */
    record Refused(Failure failure) implements ToSubmitter {}

    /** Files to be sent, by SHA-256. */
    record Lacking(List<String> sha256) implements ToSubmitter {}

    /**
     * Jobs that changed, by number.
     *
     * @param moment to ask from next time
     * @param more whether others changed that this answer has no room for
     * @param total of the run's jobs
     */
    record Changed(List<JobStatus> jobs, long moment, boolean more, int total) implements ToSubmitter {}

    /** A result, as the message's body. */
    record Document() implements ToSubmitter {}

    /** Of one that waits; empty of another. */
    record Explained(Optional<Prospect> prospect) implements ToSubmitter {}

    /** Runs of this submitter. */
    record Runs(RunList runs) implements ToSubmitter {}

    /** Some of a run's jobs. */
    record Some(RunPart part) implements ToSubmitter {}

    /** A job; empty where there is none of this submitter. */
    record One(Optional<JobStatus> job) implements ToSubmitter {}

    record Pool(List<WorkerStatus> workers) implements ToSubmitter {}

    /** The attempt is under way, and its worker has not come back since the coordinator was started: to be asked again in a moment. */
    record Later() implements ToSubmitter {}

    /** What an attempt says to what it was told, as the message's body. */
    record Said(long number) implements ToSubmitter {}
}
