package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A job in the book. Immutable. */
record JobEntry(
        JobRequest request,
        String owner,
        Instant submitted,
        JobState state,
        Optional<Failure> failure,
        List<AttemptStatus> attempts) {
    JobEntry {
        attempts = List.copyOf(attempts);
    }

    static JobEntry of(JobRequest request, String owner, Instant submitted) {
        return new JobEntry(request, owner, submitted, JobState.WAITING, Optional.empty(), List.of());
    }

    JobEntry to(JobState next, Optional<Failure> why) {
        return new JobEntry(request, owner, submitted, next, why, attempts);
    }

    /** With this in place of the attempt of its number, or as the next one. */
    JobEntry with(AttemptStatus attempt) {
        List<AttemptStatus> all = new ArrayList<>(attempts);
        if (attempt.number() <= all.size()) {
            all.set(attempt.number() - 1, attempt);
        } else {
            all.add(attempt);
        }
        return new JobEntry(request, owner, submitted, state, failure, all);
    }

    Optional<AttemptStatus> attempt(int number) {
        return number >= 1 && number <= attempts.size() ? Optional.of(attempts.get(number - 1)) : Optional.empty();
    }

    /** The attempt that is under way. */
    Optional<AttemptStatus> open() {
        return attempts.stream().filter(one -> !one.state().isOver()).findFirst();
    }

    long lost() {
        return attempts.stream().filter(one -> one.state() == AttemptState.LOST).count();
    }

    /** How often this worker was interrupted in it, and gave it back. */
    long givenBack(WorkerId worker) {
        return attempts.stream()
                .filter(one -> one.worker().equals(worker) && one.state() == AttemptState.FAILED)
                .filter(one -> one.failure()
                        .filter(why -> why.code() == ErrorCode.RUN_INTERRUPTED)
                        .isPresent())
                .count();
    }

    /** Classes of hardware on which it failed. */
    Set<String> failedOn() {
        return attempts.stream()
                .filter(one -> one.state() == AttemptState.FAILED)
                .filter(one -> one.failure()
                        .filter(why -> HardwareReasons.of(why.code()))
                        .isPresent())
                .map(AttemptStatus::hardware)
                .collect(Collectors.toUnmodifiableSet());
    }

    JobStatus status(Optional<String> waits) {
        return new JobStatus(
                request.id(), request.run(), request.number(), owner, submitted, state, waits, failure, attempts);
    }
}
