package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.explain.Explainer;
import dev.bascule.scheduling.explain.Explanation;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Plan;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerView;
import dev.bascule.workers.job.HardwareReasons;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.OrderMessage;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the policy, and sends what it places. Belongs to whoever holds the desk's lock. */
final class Placer {
    private static final Logger LOG = LoggerFactory.getLogger(Placer.class);
    /** A policy may wait for a better machine: it is asked again after this, though nothing changed. */
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);

    private final Book book;
    private final Outbox outbox;
    private final Policy policy;
    private final ServiceTimes times;

    /** Why no worker of now can do such jobs; no entry where one can. */
    private final Map<Asked, String> nobody = new HashMap<>();

    private final Map<AttemptKey, Seat> unsent = new LinkedHashMap<>();
    /** Those of which the log says already that they cannot be sent yet. */
    private final Set<AttemptKey> told = new HashSet<>();

    private boolean changed = true;
    private Instant asked = Instant.MIN;
    private List<Seat> present = List.of();
    private Optional<Outlook> outlook = Optional.empty();

    /** What the policy means to do, as of a moment; made where somebody asks, for a plan takes its time. */
    private record Outlook(Round round, Optional<Plan> plan) {}

    /** What is asked of a machine, with the classes of hardware on which it failed before. */
    private record Asked(Requirement where, Set<String> failedOn) {
        static Asked of(JobEntry entry) {
            return new Asked(entry.request().where(), entry.request().elsewhere() ? entry.failedOn() : Set.of());
        }
    }

    Placer(Book book, Outbox outbox, Policy policy, ServiceTimes times) {
        this.book = book;
        this.outbox = outbox;
        this.policy = policy;
        this.times = times;
    }

    void jobsChanged() {
        changed = true;
        outlook = Optional.empty();
    }

    /** Workers came or went: followers of jobs that wait are to hear whether somebody can do them. */
    void workersChanged(Collection<Seat> seats) {
        changed = true;
        outlook = Optional.empty();
        present = seats.stream().filter(seat -> !seat.isLost()).toList();
        Map<Asked, String> before = Map.copyOf(nobody);
        nobody.clear();
        Map<Asked, Boolean> seen = new HashMap<>();
        for (JobEntry entry : book.waiting()) {
            Asked what = Asked.of(entry);
            if (seen.put(what, true) == null) {
                missing(what).ifPresent(why -> nobody.put(what, why));
            }
            if (!Objects.equals(before.get(what), nobody.get(what))) {
                book.touch(entry.request().id());
            }
        }
    }

    /** What each worker lacks, where each lacks something. */
    private Optional<String> missing(Asked what) {
        if (present.isEmpty()) {
            return Optional.of("no worker is there");
        }
        List<String> each = new ArrayList<>();
        for (Seat seat : present) {
            List<String> lacks = new ArrayList<>(what.where().lacking(seat.inventory));
            if (what.failedOn().contains(hardware(seat))) {
                lacks.add("it failed on such hardware");
            }
            if (lacks.isEmpty()) {
                return Optional.empty();
            }
            each.add("%s: %s".formatted(seat.id, String.join(", ", lacks)));
        }
        return Optional.of("no worker can do it: " + String.join("; ", each));
    }

    private static String hardware(Seat seat) {
        return seat.hardware;
    }

    /** Why it waits, in a sentence; empty where it does not. */
    Optional<String> waits(JobEntry entry, Collection<Seat> seats, Instant now) {
        if (entry.state() != JobState.WAITING) {
            return Optional.empty();
        }
        Optional<String> before = entry.request().after().stream()
                .filter(id -> !isDone(id))
                .map(id -> "waits until %s is done".formatted(id))
                .sorted()
                .findFirst();
        if (before.isPresent()) {
            return before;
        }
        Asked what = Asked.of(entry);
        return Optional.ofNullable(nobody.get(what))
                .or(() -> missing(what))
                .or(() -> explain(entry, seats, now).map(Explanation::state))
                .or(() -> Optional.of("waits for a worker that is idle"));
    }

    /** What each worker is to a job that waits, and what the policy means to do with it; empty where it does not wait. */
    Optional<Explanation> explain(JobEntry entry, Collection<Seat> seats, Instant now) {
        Outlook known = outlook.filter(one -> now.isBefore(one.round().now().plus(ASK_AGAIN)))
                .orElseGet(() -> {
                    Round round = round(book.waiting(), able(seats), now);
                    return new Outlook(round, policy.plan(round));
                });
        outlook = Optional.of(known);
        return Explainer.of(known.round(), entry.request().id(), policy.name(), known.plan());
    }

    private boolean isDone(JobId id) {
        return book.job(id).filter(one -> one.state() == JobState.DONE).isPresent();
    }

    /** Whether a job that failed is to be tried on other hardware, and such a worker is there. */
    boolean mayGoElsewhere(JobEntry entry, Collection<Seat> seats) {
        boolean hardware = entry.attempts()
                .get(entry.attempts().size() - 1)
                .failure()
                .filter(why -> HardwareReasons.of(why.code()))
                .isPresent();
        return entry.request().elsewhere()
                && hardware
                && seats.stream()
                        .anyMatch(seat -> !entry.failedOn().contains(hardware(seat))
                                && entry.request().where().metBy(seat.inventory));
    }

    /** One round. */
    void place(Collection<Seat> seats, Instant now) {
        sendAgain();
        List<JobEntry> waiting = book.waiting();
        if (waiting.isEmpty() || (!changed && now.isBefore(asked.plus(ASK_AGAIN)))) {
            return;
        }
        changed = false;
        asked = now;
        if (failed(waiting)) {
            waiting = book.waiting();
        }
        List<Seat> able = able(seats);
        if (able.stream().allMatch(seat -> seat.busy().isPresent())) {
            return;
        }
        Map<JobId, JobEntry> entries = new LinkedHashMap<>();
        waiting.forEach(entry -> entries.put(entry.request().id(), entry));
        List<Placement> placements = policy.place(round(waiting, able, now));
        send(placements, entries, able, now);
    }

    private static List<Seat> able(Collection<Seat> seats) {
        return seats.stream().filter(seat -> !seat.isLost()).toList();
    }

    private Round round(List<JobEntry> waiting, List<Seat> able, Instant now) {
        Map<Boolean, List<Job>> ready = waiting.stream()
                .collect(Collectors.partitioningBy(
                        entry -> entry.request().after().stream().allMatch(this::isDone),
                        Collectors.mapping(Placer::job, Collectors.toList())));
        return new Round(
                now,
                ready.getOrDefault(true, List.of()),
                ready.getOrDefault(false, List.of()),
                able.stream().map(seat -> view(seat, now)).toList(),
                this::time);
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

    private void send(List<Placement> placements, Map<JobId, JobEntry> entries, List<Seat> able, Instant now) {
        List<JobEntry> placed = new ArrayList<>();
        Map<Seat, JobEntry> at = new LinkedHashMap<>();
        for (Placement placement : placements) {
            Optional<Seat> seat = able.stream()
                    .filter(one ->
                            one.id.equals(placement.worker()) && one.busy().isEmpty())
                    .findFirst()
                    .filter(one -> !at.containsKey(one));
            Optional<JobEntry> entry = Optional.ofNullable(entries.remove(placement.job()));
            if (seat.isEmpty() || entry.isEmpty()) {
                LOG.warn("{} placed {} on {}, which cannot be", policy.name(), placement.job(), placement.worker());
                continue;
            }
            JobEntry one = entry.orElseThrow();
            JobEntry after = one.with(new AttemptStatus(
                            one.attempts().size() + 1,
                            placement.worker(),
                            hardware(seat.orElseThrow()),
                            seat.orElseThrow().product,
                            AttemptState.PLACED,
                            policy.name(),
                            placement.because(),
                            now,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))
                    .to(JobState.PLACED, Optional.empty());
            placed.add(after);
            at.put(seat.orElseThrow(), after);
        }
        if (placed.isEmpty()) {
            return;
        }
        book.keep(placed);
        outlook = Optional.empty();
        at.forEach((seat, entry) -> {
            AttemptKey key =
                    new AttemptKey(entry.request().id(), entry.attempts().size());
            seat.take(key);
            unsent.put(key, seat);
        });
        sendAgain();
    }

    /** Orders again what is under way at a worker, now or as soon as it can be sent. */
    void again(AttemptKey key, Seat seat) {
        unsent.put(key, seat);
        sendAgain();
    }

    /** What is in the ledger and could not be sent yet. */
    private void sendAgain() {
        for (AttemptKey key : List.copyOf(unsent.keySet())) {
            Seat seat = Objects.requireNonNull(unsent.get(key));
            Optional<JobEntry> entry = book.job(key.job())
                    .filter(one -> one.attempt(key.attempt())
                            .filter(tried -> !tried.state().isOver())
                            .isPresent());
            if (entry.isPresent()) {
                try {
                    outbox.order(
                            seat.id, new OrderMessage(seat.incarnation, order(entry.orElseThrow(), key.attempt())));
                } catch (BasculeException later) {
                    if (told.add(key)) {
                        LOG.warn("{} cannot be sent to {} yet: {}", key, seat.id, later.getMessage());
                    }
                    continue;
                }
            }
            unsent.remove(key);
            told.remove(key);
        }
    }

    /** Jobs whose forerunner has failed or was cancelled, and those that nobody can place. Whether there were any. */
    private boolean failed(List<JobEntry> waiting) {
        List<JobEntry> fallen = new ArrayList<>();
        for (JobEntry entry : waiting) {
            Optional<Failure> wrong = unplaceable(entry);
            if (wrong.isPresent()) {
                fallen.add(entry.to(JobState.FAILED, wrong));
                continue;
            }
            entry.request().after().stream()
                    .flatMap(id -> book.job(id).stream())
                    .filter(one -> one.state().isOver() && one.state() != JobState.DONE)
                    .findFirst()
                    .ifPresent(one -> fallen.add(entry.to(
                            JobState.FAILED,
                            Optional.of(Failure.of(
                                    ErrorCode.NOTHING_LEFT_TO_RUN,
                                    "%s, which comes before it, was not done"
                                            .formatted(one.request().id()))))));
        }
        if (!fallen.isEmpty()) {
            book.keep(fallen);
            changed = true;
        }
        return !fallen.isEmpty();
    }

    /** Why the scheduler cannot reckon with it; it must not keep others from being placed. */
    private static Optional<Failure> unplaceable(JobEntry entry) {
        try {
            job(entry);
            return Optional.empty();
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            return Optional.of(Failure.of(
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s cannot be placed: %s".formatted(entry.request().id(), e.getMessage())));
        }
    }

    static JobOrder order(JobEntry entry, int attempt) {
        JobRequest request = entry.request();
        return new JobOrder(
                request.id(),
                attempt,
                request.kind(),
                request.payload(),
                request.blobs(),
                request.timed(),
                request.limit());
    }

    private static Job job(JobEntry entry) {
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
        return new WorkerView(seat.id, seat.inventory, freeAt, Set.of());
    }

    private Instant freeAt(JobEntry entry, AttemptKey key, Seat seat, Instant now) {
        Instant began = entry.attempt(key.attempt()).map(AttemptStatus::placed).orElse(now);
        WorkerView idle = new WorkerView(seat.id, seat.inventory, Optional.empty(), Set.of());
        // Where nobody knows, it is as if it should have been done at once: a policy then thinks that it needs as long
        // again.
        return times.of(job(entry), idle) instanceof ServiceTime.Known known ? began.plus(known.median()) : began;
    }
}
