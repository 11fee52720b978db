package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Workers that joined, by id. Belongs to whoever holds the desk's lock. */
final class Seats {
    private final Book book;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Map<WorkerId, Seat> byId = new TreeMap<>();
    /** Those that were here since this coordinator started, and went. */
    private final Set<String> left = new HashSet<>();

    /** @param nanos goes on evenly, also where somebody sets the clock */
    Seats(Book book, Clock clock, LongSupplier nanos) {
        this.book = book;
        this.clock = clock;
        this.nanos = nanos;
    }

    Collection<Seat> all() {
        return List.copyOf(byId.values());
    }

    Optional<Seat> of(WorkerId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The worker's seat, where this is its process that is let in. */
    Optional<Seat> of(WorkerId id, String incarnation) {
        return of(id).filter(seat -> seat.incarnation.equals(incarnation));
    }

    void put(Seat seat) {
        byId.put(seat.id, seat);
    }

    /** Takes its place away; the ledger keeps when it was heard last. */
    void remove(Seat seat) {
        byId.remove(seat.id);
        left.add(seat.id.value());
        keepHeard(seat);
    }

    void keepHeard(Seat seat) {
        book.member(seat.id.value()).ifPresent(member -> book.keep(member.heardAt(seat.heard())));
    }

    /** It lives. Whether it was lost until now. */
    boolean hear(Seat seat) {
        boolean lost = seat.isLost();
        seat.hear(nanos.getAsLong(), now());
        return lost;
    }

    long nanos() {
        return nanos.getAsLong();
    }

    Instant now() {
        return clock.instant();
    }

    /** Whether its token is good. What one sent whose token was taken back meanwhile does not count. */
    boolean isMember(String id) {
        return book.member(id).filter(one -> !one.revoked()).isPresent();
    }

    /** The same, and of that role: a broker that others run may let anybody say anything. */
    boolean isMember(String id, Role role) {
        return book.member(id)
                .filter(one -> !one.revoked() && one.role() == role)
                .isPresent();
    }

    Optional<AttemptStatus> openAttempt(WorkerId worker, AttemptKey key) {
        return book.job(key.job())
                .flatMap(entry -> entry.attempt(key.attempt()))
                .filter(one -> one.worker().equals(worker) && !one.state().isOver());
    }

    /** All that ever were invited, in the order of their ids. */
    List<WorkerStatus> told() {
        return book.members().stream()
                .filter(member -> member.role() == Role.WORKER)
                .map(member -> {
                    WorkerId id = new WorkerId(member.id());
                    Optional<Seat> seat = of(id);
                    return new WorkerStatus(
                            id,
                            state(member, seat),
                            seat.map(one -> one.inventory).or(member::inventory),
                            seat.map(Seat::heard).or(member::heard),
                            seat.flatMap(Seat::busy).map(AttemptKey::job));
                })
                .toList();
    }

    private String state(MemberEntry member, Optional<Seat> seat) {
        if (member.revoked()) {
            return "revoked";
        }
        if (seat.isEmpty()) {
            return member.joined().isEmpty() ? "invited" : left.contains(member.id()) ? "left" : "awaited";
        }
        Seat one = seat.orElseThrow();
        return one.isLost() ? "lost" : one.busy().isPresent() ? "busy" : "idle";
    }
}
