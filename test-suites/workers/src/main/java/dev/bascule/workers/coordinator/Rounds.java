package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerView;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a policy is shown of the ledger and the workers. Belongs to whoever holds the desk's lock. */
final class Rounds {
    private final Book book;
    private final ServiceTimes times;

    Rounds(Book book, ServiceTimes times) {
        this.book = book;
        this.times = times;
    }

    Round of(List<JobEntry> waiting, List<Seat> able, Instant now) {
        Map<Boolean, List<Job>> ready = waiting.stream()
                .collect(Collectors.partitioningBy(
                        entry -> entry.request().after().stream().allMatch(this::isDone),
                        Collectors.mapping(Rounds::job, Collectors.toList())));
        return new Round(
                now,
                ready.getOrDefault(true, List.of()),
                ready.getOrDefault(false, List.of()),
                able.stream().map(seat -> view(seat, now)).toList(),
                this::time);
    }

    boolean isDone(JobId id) {
        return book.job(id).filter(one -> one.state() == JobState.DONE).isPresent();
    }

    private ServiceTime time(Job job, WorkerView worker) {
        boolean failed = book.job(job.id())
                .filter(entry -> entry.request().elsewhere())
                .map(JobEntry::failedOn)
                .filter(classes -> !classes.isEmpty())
                .filter(classes ->
                        classes.contains(worker.inventory().hardwareClass().key()))
                .isPresent();
        return failed ? new ServiceTime.Impossible("it failed on such hardware") : times.of(job, worker);
    }

    /** @throws RuntimeException of java.time where its times are beyond counting */
    static Job job(JobEntry entry) {
        JobRequest request = entry.request();
        return new Job(
                request.id(),
                request.where(),
                request.likeness(),
                entry.owner(),
                request.priority(),
                entry.submitted(),
                request.within().map(entry.submitted()::plus),
                request.after(),
                request.timed(),
                request.warmth());
    }

    private WorkerView view(Seat seat, Instant now) {
        Optional<Instant> freeAt = seat.busy()
                .map(key -> book.job(key.job())
                        .map(entry -> freeAt(entry, key, seat, now))
                        .orElse(now));
        return new WorkerView(seat.id, seat.inventory, freeAt, seat.warm(), seat.condition());
    }

    private Instant freeAt(JobEntry entry, AttemptKey key, Seat seat, Instant now) {
        Instant began = entry.attempt(key.attempt()).map(AttemptStatus::placed).orElse(now);
        WorkerView idle = new WorkerView(seat.id, seat.inventory, Optional.empty(), Set.of());
        // Where nobody knows, it is as if it should have been done at once: a policy then thinks that it needs as long
        // again.
        return times.of(job(entry), idle) instanceof ServiceTime.Known known ? began.plus(known.median()) : began;
    }
}
