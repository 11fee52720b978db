package dev.bascule.workers.ledger;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job, as anybody may see it. Immutable.
 *
 * @param waits why it is not placed: what which worker misses, or what it waits for; empty unless it waits
 * @param failure why it failed for good
 * @param attempts in their order, those that were lost with them
 */
public record JobStatus(
        JobId id,
        String run,
        int number,
        String owner,
        Instant submitted,
        JobState state,
        Optional<String> waits,
        Optional<Failure> failure,
        List<AttemptStatus> attempts) {
    public JobStatus {
        attempts = List.copyOf(attempts);
    }

    /** Attempts that brought a document which is not the job's: cells of it failed there for a reason of the hardware. */
    public List<AttemptStatus> kept() {
        return attempts.stream()
                .filter(each ->
                        each.state() == AttemptState.FAILED && each.result().isPresent())
                .toList();
    }

    /** The attempt whose result is the job's. */
    public Optional<AttemptStatus> accepted() {
        return attempts.stream()
                .filter(each -> each.state() == AttemptState.DONE)
                .findFirst();
    }
}
