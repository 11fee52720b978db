package dev.bascule.studies.pool;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.pool.ModelQueue.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Answers requests as they come: one queue for each model, one thread for each replica. A request's latency counts from when it was
 * due, so that a queue that grows is seen. A replica whose process goes gives its request to the others and is started anew. Used
 * once, by one thread.
 */
public final class PoolServer {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final List<PoolSlot> slots;
    private final Residency residency;
    private final Duration patience;
    private final LongSupplier nanos;
    private final Map<String, ModelQueue> queues = new TreeMap<>();
    private final Map<PoolSlot, ReplicaTally> tallies = new LinkedHashMap<>();
    private volatile boolean over;
    private volatile long began;

    /**
     * @param most bytes that all replicas may hold; empty for any
     * @param oneAtATime whether one replica may be loaded at a time
     * @param patience how long answers are waited for once the last request came
     * @param nanos a clock that only goes forward
     */
    public PoolServer(
            List<PoolSlot> slots, OptionalLong most, boolean oneAtATime, Duration patience, LongSupplier nanos) {
        this.slots = List.copyOf(slots);
        this.residency = new Residency(most, oneAtATime);
        this.patience = patience;
        this.nanos = nanos;
        for (PoolSlot slot : slots) {
            tallies.put(slot, new ReplicaTally());
            queues.computeIfAbsent(
                    slot.model(),
                    model -> new ModelQueue((int) slots.stream()
                            .filter(other -> other.model().equals(model))
                            .count()));
        }
    }

    /** Loads what fits, then serves; every replica is closed at its end. Interrupted, it tells what there is. */
    public ServedPool serve(List<Arrival> arrivals) {
        boolean interrupted = false;
        List<Thread> workers = new ArrayList<>();
        Meter meter = new Meter();
        Thread looking = new Thread(meter, "pool-meter");
        Map<PoolSlot, Duration> before = Map.of();
        Map<PoolSlot, Duration> used = Map.of();
        long elapsed = 0;
        began = nanos.getAsLong();
        try {
            for (PoolSlot slot : slots) {
                residency.preload(slot).ifPresent(failure -> queue(slot).told(failure));
            }
            slots.forEach(slot -> workers.add(new Thread(() -> work(slot), "pool-" + slot.model() + slot.number())));
            before = processorTimes();
            began = nanos.getAsLong();
            looking.start();
            workers.forEach(Thread::start);
            offer(arrivals);
            await(nanos.getAsLong() + patience.toNanos());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            over = true;
            elapsed = nanos.getAsLong() - began;
            used = processorTimes();
            workers.forEach(Thread::interrupt);
            looking.interrupt();
            interrupted |= joined(workers);
            slots.forEach(slot -> slot.replica().close());
        }
        return served(Duration.ofNanos(elapsed), before, used, meter, interrupted);
    }

    private ServedPool served(
            Duration elapsed,
            Map<PoolSlot, Duration> before,
            Map<PoolSlot, Duration> used,
            Meter meter,
            boolean interrupted) {
        List<ServedReplica> replicas = new ArrayList<>();
        tallies.forEach((slot, tally) -> {
            Duration spent = used.getOrDefault(slot, Duration.ZERO).minus(before.getOrDefault(slot, Duration.ZERO));
            replicas.add(tally.served(
                    slot,
                    residency.loads(slot),
                    spent.isNegative() || spent.isZero() ? Optional.empty() : Optional.of(spent)));
        });
        List<ServedModel> models = new ArrayList<>();
        queues.forEach((model, queue) -> models.add(queue.served(
                model,
                residency.loads(model),
                residency.evictions(model),
                replicas.stream()
                        .filter(each -> each.model().equals(model))
                        .mapToInt(ServedReplica::losses)
                        .sum())));
        return new ServedPool(models, replicas, elapsed, meter.peak, interrupted);
    }

    private Map<PoolSlot, Duration> processorTimes() {
        Map<PoolSlot, Duration> times = new LinkedHashMap<>();
        slots.forEach(slot -> times.put(slot, residency.processorTime(slot)));
        return times;
    }

    private ModelQueue queue(PoolSlot slot) {
        return Optional.ofNullable(queues.get(slot.model())).orElseThrow();
    }

    private ReplicaTally tally(PoolSlot slot) {
        return Optional.ofNullable(tallies.get(slot)).orElseThrow();
    }

    private void offer(List<Arrival> arrivals) throws InterruptedException {
        for (Arrival each : arrivals) {
            long wait = began + each.at().toNanos() - nanos.getAsLong();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            Optional.ofNullable(queues.get(each.model())).ifPresent(queue -> queue.offer(each));
        }
    }

    private void await(long deadline) throws InterruptedException {
        while (nanos.getAsLong() < deadline && !queues.values().stream().allMatch(ModelQueue::done)) {
            Thread.sleep(5);
        }
    }

    private void work(PoolSlot slot) {
        ReplicaTally tally = tally(slot);
        try {
            boolean serves = true;
            while (serves && !over) {
                Optional<Waiting> next = queue(slot).next();
                serves = next.isEmpty() || serve(slot, next.get(), tally);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the replica goes on: one that cannot be opened does not, as long as the model has others. */
    private boolean serve(PoolSlot slot, Waiting next, ReplicaTally tally) throws InterruptedException {
        ModelQueue queue = queue(slot);
        Optional<Failure> absent = residency.take(slot);
        if (absent.isPresent()) {
            if (over) {
                return false;
            }
            if (queue.othersThan(slot)) {
                queue.told(absent.get());
                queue.putBack(next);
                return false;
            }
            tally.failed();
            queue.failed(absent.get());
            return true;
        }
        PoolReplica replica = slot.replica();
        long asked = nanos.getAsLong();
        Optional<Failure> failed = replica.answer();
        long end = nanos.getAsLong();
        if (failed.isEmpty() && replica.isJudged()) {
            tally.checked();
            failed = replica.wrong();
        }
        if (failed.isEmpty()) {
            residency.release(slot);
            tally.answered(end - asked);
            queue.answered(Math.max(0, end - began - next.request().at().toNanos()) / 1e6, replica.computed());
            return true;
        }
        broken(slot, next, failed.get(), tally);
        return true;
    }

    private void broken(PoolSlot slot, Waiting next, Failure failure, ReplicaTally tally) throws InterruptedException {
        boolean lost = slot.replica().isLost();
        if (slot.replica().isOpen()) {
            residency.release(slot);
        } else {
            residency.lose(slot);
        }
        // What the end of serving broke off is no failure: it was not answered.
        if (over) {
            return;
        }
        if (!lost) {
            tally.failed();
            queue(slot).failed(failure);
            return;
        }
        tally.lost();
        if (queue(slot).again(next)) {
            queue(slot).told(failure);
            // Others have the request meanwhile.
            residency.preload(slot).ifPresent(why -> queue(slot).told(why));
        } else {
            tally.failed();
            queue(slot).failed(failure);
        }
    }

    /** Whether this thread was interrupted meanwhile; it waits all the same, for replicas are closed by nobody else. */
    private static boolean joined(List<Thread> workers) {
        boolean interrupted = Thread.interrupted();
        for (Thread worker : workers) {
            while (worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        return interrupted;
    }

    /** Reads now and then what replicas hold, each by itself and all together. */
    private final class Meter implements Runnable {
        private volatile HeldMemory peak = HeldMemory.NONE;

        @Override
        public void run() {
            try {
                while (!over) {
                    peak = peak.peak(residency.memory(slot -> tally(slot).look(slot.replica())));
                    Thread.sleep(LOOK.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
