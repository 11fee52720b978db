package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.explain.Explainer;
import dev.bascule.scheduling.explain.Explanation;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Plan;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the policy, and sends what it places. Belongs to whoever holds the desk's lock. */
final class Placer {
    private static final Logger LOG = LoggerFactory.getLogger(Placer.class);
    /** A policy may wait for a better machine: it is asked again after this, though nothing changed. */
    static final Duration ASK_AGAIN = Duration.ofMillis(500);

    /** Who only looks takes at most one part in so many of the desk's time. */
    private static final int LOOKERS_SHARE = 10;

    private final LongSupplier nanos;
    private final Book book;
    private final Policy policy;
    private final Rounds rounds;
    private final Ability ability;
    private final Orders orders;

    private boolean changed = true;
    private Instant asked = Instant.MIN;
    private long room = Long.MAX_VALUE;
    private Optional<Outlook> outlook = Optional.empty();
    private boolean overtaken;

    /**
     * What the policy means to do, as of a moment; made where somebody asks, for a plan takes its time.
     *
     * @param made when it was, in nanoseconds
     * @param cost how long that took, likewise
     */
    private record Outlook(Round round, Optional<Plan> plan, long made, long cost) {}

    /** @param nanos goes on evenly */
    Placer(Book book, Outbox outbox, Policy policy, ServiceTimes times, LongSupplier nanos) {
        this.nanos = nanos;
        this.book = book;
        this.policy = policy;
        this.rounds = new Rounds(book, times);
        this.ability = new Ability(book);
        this.orders = new Orders(book, outbox);
    }

    void jobsChanged() {
        changed = true;
        overtaken = true;
    }

    /** Workers came or went. */
    void workersChanged(Collection<Seat> seats) {
        jobsChanged();
        ability.workersChanged(seats);
    }

    /** The results of so many jobs have room: no more are to be under way. */
    void roomForResults(long jobs) {
        room = jobs;
    }

    private long roomForMore() {
        return Math.max(0, room - book.underWay());
    }

    private Optional<String> noRoom() {
        return roomForMore() > 0
                ? Optional.empty()
                : Optional.of("waits until results were fetched: the coordinator has no room for more");
    }

    /** Why it waits, in a sentence; empty where it does not. */
    Optional<String> waits(JobEntry entry, Collection<Seat> seats, Instant now) {
        if (entry.state() != JobState.WAITING) {
            return Optional.empty();
        }
        return entry.request().after().stream()
                .filter(id -> !rounds.isDone(id))
                .map(id -> "waits until %s is done".formatted(id))
                .sorted()
                .findFirst()
                .or(() -> ability.nobodyCan(entry))
                .or(this::noRoom)
                .or(() -> explain(entry, seats, now).map(Explanation::state))
                .or(() -> Optional.of("waits for a worker that is idle"));
    }

    /**
     * What each worker is to a job that waits, and what the policy means to do with it; empty where it does not wait, or came after the
     * plan that is told was made: one that takes long is not made anew for each who asks.
     */
    Optional<Explanation> explain(JobEntry entry, Collection<Seat> seats, Instant now) {
        Outlook known = outlook.filter(one -> isGoodYet(one, now)).orElseGet(() -> looked(seats, now));
        outlook = Optional.of(known);
        return Explainer.of(known.round(), entry.request().id(), policy.name(), known.plan());
    }

    private boolean isGoodYet(Outlook known, Instant now) {
        boolean fresh = !overtaken && now.isBefore(known.round().now().plus(ASK_AGAIN));
        return fresh || nanos.getAsLong() - known.made() < LOOKERS_SHARE * known.cost();
    }

    private Outlook looked(Collection<Seat> seats, Instant now) {
        long before = nanos.getAsLong();
        Round round = rounds.of(book.waiting(), Ability.able(seats), now);
        Optional<Plan> plan = policy.plan(round);
        long after = nanos.getAsLong();
        overtaken = false;
        return new Outlook(round, plan, after, after - before);
    }

    boolean mayGoElsewhere(JobEntry entry, Collection<Seat> seats) {
        return Ability.mayGoElsewhere(entry, seats);
    }

    /** One round. */
    void place(Collection<Seat> seats, Instant now) {
        if (!orders.isOpen()) {
            return;
        }
        orders.send();
        if (book.waiting().isEmpty() || (!changed && now.isBefore(asked.plus(ASK_AGAIN)))) {
            return;
        }
        changed = false;
        asked = now;
        List<JobEntry> hopeless = Hopeless.of(book.waiting(), book);
        if (!hopeless.isEmpty()) {
            book.keep(hopeless);
            changed = true;
        }
        List<Seat> able = Ability.able(seats);
        if (roomForMore() == 0 || able.stream().allMatch(seat -> seat.busy().isPresent())) {
            return;
        }
        List<JobEntry> waiting = book.waiting();
        Map<JobId, JobEntry> entries = new LinkedHashMap<>();
        waiting.forEach(entry -> entries.put(entry.request().id(), entry));
        send(policy.place(rounds.of(waiting, able, now)), entries, able, now);
    }

    private void send(List<Placement> placements, Map<JobId, JobEntry> entries, List<Seat> able, Instant now) {
        Map<Seat, JobEntry> at = new LinkedHashMap<>();
        for (Placement placement : placements) {
            if (at.size() >= roomForMore()) {
                break;
            }
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
            at.put(seat.orElseThrow(), placed(entry.orElseThrow(), seat.orElseThrow(), placement, now));
        }
        if (at.isEmpty()) {
            return;
        }
        book.keep(new ArrayList<>(at.values()));
        overtaken = true;
        at.forEach((seat, entry) -> {
            AttemptKey key =
                    new AttemptKey(entry.request().id(), entry.attempts().size());
            seat.take(key);
            orders.add(key, seat);
        });
        orders.send();
    }

    private JobEntry placed(JobEntry entry, Seat seat, Placement placement, Instant now) {
        return entry.with(new AttemptStatus(
                        entry.attempts().size() + 1,
                        placement.worker(),
                        seat.hardware,
                        seat.product,
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
    }

    /** Orders again what is under way at a worker, now or as soon as it can be sent. */
    void again(AttemptKey key, Seat seat) {
        orders.add(key, seat);
        orders.send();
    }
}
