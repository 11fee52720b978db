package dev.bascule.studies.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What one replica did. Thread-safe. */
final class ReplicaTally {
    private final List<Double> taken = new ArrayList<>();
    private int failed;
    private int checked;
    private int losses;
    private OptionalLong empty = OptionalLong.empty();
    private OptionalLong peak = OptionalLong.empty();

    synchronized void answered(long nanos) {
        taken.add(nanos / 1e6);
    }

    synchronized void failed() {
        failed++;
    }

    synchronized void checked() {
        checked++;
    }

    synchronized void lost() {
        losses++;
    }

    /** Looks at what it holds of memory. */
    HeldMemory look(PoolReplica replica) {
        Optional<HeldMemory> now = replica.memory();
        OptionalLong before = replica.emptyBytes();
        synchronized (this) {
            empty = greater(empty, before);
            peak = greater(
                    peak, now.map(held -> OptionalLong.of(held.residentBytes())).orElseGet(OptionalLong::empty));
        }
        return now.orElse(HeldMemory.NONE);
    }

    private static OptionalLong greater(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || other.isPresent() && other.getAsLong() > one.getAsLong() ? other : one;
    }

    synchronized ServedReplica served(PoolSlot slot, int loads, Optional<Duration> processorTime) {
        return new ServedReplica(
                slot.model(),
                slot.target(),
                slot.number(),
                taken.size(),
                failed,
                checked,
                losses,
                loads,
                ModelQueue.samples(taken),
                processorTime,
                empty,
                peak);
    }
}
