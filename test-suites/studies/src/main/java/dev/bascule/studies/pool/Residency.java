package dev.bascule.studies.pool;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Which replicas are loaded: as many as the memory holds, and where another is needed, the least recently used idle one goes first.
 * What a replica holds is read off its processes; before it was ever loaded it counts as planned. Thread-safe; each slot is taken
 * by one thread.
 */
final class Residency {
    private final OptionalLong most;
    private final boolean oneAtATime;
    /** Open, or about to be; the least recently used one first. */
    private final Set<PoolSlot> loaded = new LinkedHashSet<>();
    /** At work, being opened or being ended. */
    private final Set<PoolSlot> busy = new HashSet<>();

    private final Map<PoolSlot, Long> lastHeld = new HashMap<>();
    private final Map<PoolSlot, Integer> loads = new HashMap<>();
    private final Map<PoolSlot, Integer> evictions = new HashMap<>();
    /** Of processes that ended. */
    private final Map<PoolSlot, Duration> spent = new HashMap<>();
    /** Of processes that were alive when memory was last read. */
    private final Map<PoolSlot, Duration> lastTime = new HashMap<>();

    private sealed interface Step {
        record Ready() implements Step {}

        record Open() implements Step {}

        record Evict(PoolSlot victim) implements Step {}

        record Never() implements Step {}
    }

    /**
     * @param most bytes that all replicas may hold; empty for any
     * @param oneAtATime whether one may be loaded at a time, whatever it holds
     */
    Residency(OptionalLong most, boolean oneAtATime) {
        this.most = most;
        this.oneAtATime = oneAtATime;
    }

    /** Loads it where nothing has to go for it, and lets it be; why it could not be opened, where it could not. */
    Optional<Failure> preload(PoolSlot slot) throws InterruptedException {
        synchronized (this) {
            if (!fits(slot)) {
                return Optional.empty();
            }
        }
        Optional<Failure> failed = take(slot);
        if (failed.isEmpty()) {
            release(slot);
        }
        return failed;
    }

    /** Has it loaded, and keeps it so until it is released; why it cannot, where it cannot. Waits for room. */
    Optional<Failure> take(PoolSlot slot) throws InterruptedException {
        while (true) {
            Step step = next(slot);
            if (step instanceof Step.Evict evict) {
                evict(evict.victim());
            } else if (step instanceof Step.Open) {
                return open(slot);
            } else {
                return step instanceof Step.Ready
                        ? Optional.empty()
                        : Optional.of(Failure.of(
                                ErrorCode.DEVICE_OUT_OF_MEMORY,
                                "%s alone takes more memory than the pool may".formatted(slot.model())));
            }
        }
    }

    synchronized void release(PoolSlot slot) {
        busy.remove(slot);
        notifyAll();
    }

    /** A replica that was taken is no use any more: ends what there is of it. */
    void lose(PoolSlot slot) {
        slot.replica().close();
        synchronized (this) {
            // A process that is gone tells no more what it took: what was last seen is nearest.
            Optional<Duration> last = Optional.ofNullable(lastTime.remove(slot));
            last.ifPresent(time -> spent.merge(slot, time, Duration::plus));
            loaded.remove(slot);
            busy.remove(slot);
            notifyAll();
        }
    }

    private synchronized Step next(PoolSlot slot) throws InterruptedException {
        while (true) {
            if (!busy.contains(slot)) {
                Optional<PoolSlot> idle =
                        loaded.stream().filter(other -> !busy.contains(other)).findFirst();
                if (loaded.contains(slot) || fits(slot)) {
                    boolean open = loaded.remove(slot);
                    loaded.add(slot);
                    busy.add(slot);
                    return open ? new Step.Ready() : new Step.Open();
                }
                if (loaded.isEmpty()) {
                    return new Step.Never();
                }
                if (idle.isPresent()) {
                    busy.add(idle.get());
                    return new Step.Evict(idle.get());
                }
            }
            wait();
        }
    }

    private Optional<Failure> open(PoolSlot slot) {
        Optional<Failure> failed = slot.replica().open();
        if (failed.isPresent()) {
            // Its process may live, and hold memory that nobody counts.
            slot.replica().close();
        }
        synchronized (this) {
            if (failed.isPresent()) {
                loaded.remove(slot);
                busy.remove(slot);
                notifyAll();
            } else {
                loads.merge(slot, 1, Integer::sum);
            }
        }
        return failed;
    }

    private void evict(PoolSlot victim) {
        Optional<Duration> last = victim.replica().processorTime();
        long bytes = held(victim);
        victim.replica().close();
        synchronized (this) {
            lastHeld.put(victim, bytes);
            last.ifPresent(time -> spent.merge(victim, time, Duration::plus));
            evictions.merge(victim, 1, Integer::sum);
            loaded.remove(victim);
            busy.remove(victim);
            notifyAll();
        }
    }

    private boolean fits(PoolSlot slot) {
        if (oneAtATime) {
            return loaded.isEmpty();
        }
        return most.isEmpty() || loaded.stream().mapToLong(this::held).sum() + held(slot) <= most.getAsLong();
    }

    /** Now, or when it had to go last, or as planned. */
    private synchronized long held(PoolSlot slot) {
        return slot.replica()
                .memory()
                .map(HeldMemory::residentBytes)
                .orElse(lastHeld.getOrDefault(slot, slot.plannedBytes()));
    }

    /** What all loaded replicas hold, each looked at in turn; none is loaded or let go meanwhile. */
    synchronized HeldMemory memory(Function<PoolSlot, HeldMemory> look) {
        loaded.forEach(slot -> slot.replica().processorTime().ifPresent(time -> lastTime.put(slot, time)));
        return loaded.stream().map(look).reduce(HeldMemory.NONE, HeldMemory::plus);
    }

    /** Processor time of a replica's processes, ended ones as well; of lost ones what was last seen, of what nobody can read nothing. */
    synchronized Duration processorTime(PoolSlot slot) {
        return spent.getOrDefault(slot, Duration.ZERO)
                .plus(loaded.contains(slot) ? slot.replica().processorTime().orElse(Duration.ZERO) : Duration.ZERO);
    }

    synchronized int loads(PoolSlot slot) {
        return loads.getOrDefault(slot, 0);
    }

    synchronized int loads(String model) {
        return sum(loads, model);
    }

    synchronized int evictions(String model) {
        return sum(evictions, model);
    }

    private static int sum(Map<PoolSlot, Integer> counts, String model) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().model().equals(model))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
