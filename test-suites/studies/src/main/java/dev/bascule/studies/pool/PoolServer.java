package dev.bascule.studies.pool;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/**
 * Answers requests as they come: one queue for each model, one thread for each replica. A request's latency counts from when it was
 * due, so that a queue that grows is seen. Used once, by one thread.
 */
public final class PoolServer {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final List<PoolSlot> slots;
    private final Residency residency;
    private final Duration patience;
    private final LongSupplier nanos;
    private final Map<String, Tally> tallies = new TreeMap<>();
    private volatile boolean over;
    private volatile long began;

    /** One model's queue, and what became of what was in it. Guarded by itself. */
    private static final class Tally {
        private final BlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();
        private final List<Double> latency = new ArrayList<>();
        private final List<Double> computed = new ArrayList<>();
        private int offered;
        private int failed;
        private Optional<String> firstFailure = Optional.empty();

        synchronized void failed(Failure failure) {
            firstFailure = firstFailure.or(() -> Optional.of(failure.message()));
        }

        /** Whether each that came was answered or failed. */
        synchronized boolean done() {
            return offered == failed + latency.size();
        }
    }

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
        slots.forEach(slot -> tallies.put(slot.model(), new Tally()));
    }

    /** Loads what fits, then serves; every replica is closed at its end. Interrupted, it tells what there is. */
    public ServedPool serve(List<Arrival> arrivals) {
        boolean interrupted = false;
        List<Thread> workers = new ArrayList<>();
        Meter meter = new Meter();
        Thread looking = new Thread(meter, "pool-meter");
        Duration before = Duration.ZERO;
        Duration used = Duration.ZERO;
        long elapsed = 0;
        began = nanos.getAsLong();
        try {
            for (PoolSlot slot : slots) {
                residency.preload(slot).ifPresent(failure -> tally(slot).failed(failure));
            }
            slots.forEach(slot -> workers.add(new Thread(() -> work(slot), "pool-" + slot.model() + slot.number())));
            before = residency.processorTime();
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
            used = residency.processorTime().minus(before);
            workers.forEach(Thread::interrupt);
            looking.interrupt();
            interrupted |= joined(workers);
            slots.forEach(slot -> slot.replica().close());
        }
        return new ServedPool(
                tallies.entrySet().stream()
                        .map(entry -> served(entry.getKey(), entry.getValue()))
                        .toList(),
                Duration.ofNanos(elapsed),
                used.isZero() || used.isNegative() ? Optional.empty() : Optional.of(used),
                meter.peak,
                interrupted);
    }

    private Tally tally(PoolSlot slot) {
        return Optional.ofNullable(tallies.get(slot.model())).orElseThrow();
    }

    private void offer(List<Arrival> arrivals) throws InterruptedException {
        for (Arrival each : arrivals) {
            long wait = began + each.at().toNanos() - nanos.getAsLong();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            Optional.ofNullable(tallies.get(each.model())).ifPresent(tally -> {
                synchronized (tally) {
                    tally.offered++;
                    tally.waiting.add(each);
                }
            });
        }
    }

    private void await(long deadline) throws InterruptedException {
        while (nanos.getAsLong() < deadline && !tallies.values().stream().allMatch(Tally::done)) {
            Thread.sleep(5);
        }
    }

    private void work(PoolSlot slot) {
        Tally tally = tally(slot);
        try {
            while (!over) {
                Arrival next = tally.waiting.poll(20, TimeUnit.MILLISECONDS);
                if (next != null) {
                    answer(slot, next, tally);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(PoolSlot slot, Arrival request, Tally tally) throws InterruptedException {
        Optional<Failure> failed = residency.take(slot);
        if (failed.isEmpty()) {
            failed = slot.replica().answer();
            long end = nanos.getAsLong();
            failed = failed.or(slot.replica()::wrong);
            residency.release(slot);
            if (failed.isEmpty()) {
                synchronized (tally) {
                    tally.latency.add(Math.max(0, end - began - request.at().toNanos()) / 1e6);
                    tally.computed.add(slot.replica().computed().toNanos() / 1e6);
                }
                return;
            }
        }
        // What the end of serving broke off is no failure: it was not answered.
        if (over) {
            return;
        }
        tally.failed(failed.get());
        synchronized (tally) {
            tally.failed++;
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

    private ServedModel served(String model, Tally tally) {
        synchronized (tally) {
            return new ServedModel(
                    model,
                    tally.offered,
                    tally.failed,
                    tally.offered - tally.failed - tally.latency.size(),
                    samples(tally.latency),
                    samples(tally.computed),
                    residency.loads(model),
                    residency.evictions(model),
                    tally.firstFailure);
        }
    }

    private static Samples samples(List<Double> millis) {
        return Samples.ofMillis(
                millis.stream().flatMapToDouble(DoubleStream::of).toArray());
    }

    /** Reads now and then what all replicas hold. */
    private final class Meter implements Runnable {
        private volatile long peak;

        @Override
        public void run() {
            try {
                while (!over) {
                    peak = Math.max(peak, residency.residentBytes());
                    Thread.sleep(LOOK.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
