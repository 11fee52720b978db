package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.OrderMessage;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders that are in the ledger and have to be sent, each until it could be. Belongs to whoever holds the desk's lock. */
final class Orders {
    private static final Logger LOG = LoggerFactory.getLogger(Orders.class);

    private final Book book;
    private final Outbox outbox;
    private final Map<AttemptKey, Seat> unsent = new LinkedHashMap<>();
    /** Those of which the log says already that they cannot be sent yet. */
    private final Set<AttemptKey> told = new HashSet<>();

    Orders(Book book, Outbox outbox) {
        this.book = book;
        this.outbox = outbox;
    }

    /** To be sent with the next {@link #send}. */
    void add(AttemptKey key, Seat seat) {
        unsent.put(key, seat);
    }

    /** Whether there is anything to send with. */
    boolean isOpen() {
        return outbox.isUp();
    }

    /** Sends what can be sent now. */
    void send() {
        for (AttemptKey key : List.copyOf(unsent.keySet())) {
            Seat seat = Objects.requireNonNull(unsent.get(key), "a key of its own");
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
                    if (later.code() == ErrorCode.COORDINATOR_UNREACHABLE) {
                        // None of the others fares better, and each would take its time.
                        return;
                    }
                    continue;
                }
            }
            unsent.remove(key);
            told.remove(key);
        }
    }

    private static JobOrder order(JobEntry entry, int attempt) {
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
}
