package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.HardwareReasons;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A job in the book. Immutable.
 *
 * @param ended when it was over; empty too where nobody noted it
 */
record JobEntry(
        JobRequest request,
        String owner,
        Instant submitted,
        JobState state,
        Optional<Failure> failure,
        List<AttemptStatus> attempts,
        Optional<Instant> ended) {
    /** No JSON begins so. */
    private static final String LIGHT = "sha256 ";
    /** About the characters of a file's or a job's name. */
    private static final long PER_NAME = 100;

    JobEntry {
        attempts = List.copyOf(attempts);
    }

    static JobEntry of(JobRequest request, String owner, Instant submitted) {
        return new JobEntry(request, owner, submitted, JobState.WAITING, Optional.empty(), List.of(), Optional.empty());
    }

    JobEntry to(JobState next, Optional<Failure> why) {
        return new JobEntry(request, owner, submitted, next, why, attempts, ended);
    }

    /** With when it was over, where it is and that was not noted. */
    JobEntry endedBy(Instant now) {
        return state.isOver() && ended.isEmpty()
                ? new JobEntry(request, owner, submitted, state, failure, attempts, Optional.of(now))
                : this;
    }

    /** Without its payload, of which the SHA-256 is kept. */
    JobEntry light() {
        return new JobEntry(light(request), owner, submitted, state, failure, attempts, ended);
    }

    private static JobRequest light(JobRequest whole) {
        return whole.payload().startsWith(LIGHT)
                ? whole
                : whole.withPayload(LIGHT + Sha256.of(whole.payload().getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether this is what was asked for. */
    boolean isOf(JobRequest asked) {
        return request.equals(request.payload().startsWith(LIGHT) ? light(asked) : asked);
    }

    /** How many characters it keeps in memory that its submitter chose; 0 where it is over. */
    long weight() {
        return state.isOver()
                ? 0
                : request.payload().length()
                        + request.likeness().length()
                        + request.where().text().length()
                        + request.warmth().stream().mapToLong(String::length).sum()
                        + PER_NAME * (request.blobs().size() + request.after().size() + 1);
    }

    /** With this in place of the attempt of its number, or as the next one. */
    JobEntry with(AttemptStatus attempt) {
        List<AttemptStatus> all = new ArrayList<>(attempts);
        if (attempt.number() <= all.size()) {
            all.set(attempt.number() - 1, attempt);
        } else {
            all.add(attempt);
        }
        return new JobEntry(request, owner, submitted, state, failure, all, ended);
    }

    Optional<AttemptStatus> attempt(int number) {
        return number >= 1 && number <= attempts.size() ? Optional.of(attempts.get(number - 1)) : Optional.empty();
    }

    /** The attempt that is under way. */
    Optional<AttemptStatus> open() {
        return attempts.stream().filter(one -> !one.state().isOver()).findFirst();
    }

    /** Whether it is over, and nothing of it is younger than that. */
    boolean isOverBefore(Instant moment) {
        return state.isOver()
                && submitted.isBefore(moment)
                && ended.filter(one -> !one.isBefore(moment)).isEmpty()
                && attempts.stream()
                        .allMatch(one -> one.ended().orElse(one.placed()).isBefore(moment));
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

    /** How many attempts came back with cells that failed for a reason of the hardware. */
    long inTrouble() {
        return attempts.stream()
                .filter(one ->
                        one.state() == AttemptState.FAILED && one.result().isPresent())
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
