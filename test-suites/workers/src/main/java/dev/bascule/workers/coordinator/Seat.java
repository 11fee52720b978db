package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A worker that joined, as the desk knows it. Belongs to whoever holds the desk's lock. */
final class Seat {
    final WorkerId id;
    final String incarnation;
    final Inventory inventory;
    /** Its class of hardware. */
    final String hardware;
    /** Its version of Bascule. */
    final String product;

    private long heardNanos;
    private Instant heard;
    private Optional<AttemptKey> busy = Optional.empty();
    private boolean lost;
    private Condition condition = Condition.UNKNOWN;
    private long sensedNanos;
    private Set<String> warm = Set.of();

    Seat(WorkerId id, String incarnation, Inventory inventory, String product, long nanos, Instant now) {
        this.id = id;
        this.incarnation = incarnation;
        this.inventory = inventory;
        this.hardware = inventory.hardwareClass().key();
        this.product = product;
        this.heardNanos = nanos;
        this.heard = now;
    }

    void hear(long nanos, Instant now) {
        heardNanos = nanos;
        heard = now;
        lost = false;
    }

    /** Nobody heard anybody for so long, since this process stood still. */
    void forgive(long nanos) {
        heardNanos += nanos;
        sensedNanos += nanos;
    }

    /** Nobody could be heard until now. */
    void forgiveUntil(long nanos) {
        heardNanos = nanos;
    }

    boolean isSilent(long nanos, Duration patience) {
        return !lost && nanos - heardNanos > patience.toNanos();
    }

    void lose() {
        lost = true;
        busy = Optional.empty();
    }

    boolean isLost() {
        return lost;
    }

    Instant heard() {
        return heard;
    }

    Optional<AttemptKey> busy() {
        return busy;
    }

    /** What its sensors said last; unknown of a machine without any, and of one that was lost. */
    Condition condition() {
        return lost ? Condition.UNKNOWN : condition;
    }

    void senses(Condition now, long nanos) {
        condition = now;
        sensedNanos = nanos;
    }

    /** What its sensors said counts for so long: one that lives says it with each beat. */
    void forgetSenses(long nanos, Duration patience) {
        if (nanos - sensedNanos > patience.toNanos()) {
            condition = Condition.UNKNOWN;
        }
    }

    /** What it said last that it keeps; nothing of one that was lost. */
    Set<String> warm() {
        return lost ? Set.of() : warm;
    }

    void keeps(Set<String> kept) {
        warm = kept;
    }

    void take(AttemptKey key) {
        busy = Optional.of(key);
    }

    void release(AttemptKey key) {
        if (busy.filter(key::equals).isPresent()) {
            busy = Optional.empty();
        }
    }
}
