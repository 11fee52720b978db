package dev.bascule.studies.pool;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** One model's requests, and what became of them. Thread-safe. */
final class ModelQueue {
    /** A request that its replica's process did not live through is given to others so often; one that kills all is at fault itself. */
    private static final int MOST_LOSSES = 2;

    private final BlockingDeque<Waiting> waiting = new LinkedBlockingDeque<>();
    private final List<Double> latency = new ArrayList<>();
    private final List<Double> computed = new ArrayList<>();
    private final Set<PoolSlot> gone = new HashSet<>();
    private final int replicas;
    private int offered;
    private int failed;
    private Optional<String> firstFailure = Optional.empty();

    /**
     * A request in the queue.
     *
     * @param losses how many replicas went with it
     */
    record Waiting(Arrival request, int losses) {}

    /** @param replicas of the model */
    ModelQueue(int replicas) {
        this.replicas = replicas;
    }

    synchronized void offer(Arrival request) {
        offered++;
        waiting.add(new Waiting(request, 0));
    }

    /** The next one, waited for a little while. */
    Optional<Waiting> next() throws InterruptedException {
        return Optional.ofNullable(waiting.poll(20, TimeUnit.MILLISECONDS));
    }

    /** Lets another replica have it, first of all; whether another try is worth it. */
    boolean again(Waiting lost) {
        if (lost.losses() >= MOST_LOSSES) {
            return false;
        }
        waiting.addFirst(new Waiting(lost.request(), lost.losses() + 1));
        return true;
    }

    /** A replica gives up; whether others of the model are left. */
    synchronized boolean othersThan(PoolSlot slot) {
        if (gone.size() + 1 >= replicas && !gone.contains(slot)) {
            return false;
        }
        gone.add(slot);
        return true;
    }

    /** Gives a request back that a replica never began with. */
    void putBack(Waiting unbegun) {
        waiting.addFirst(unbegun);
    }

    synchronized void answered(double latencyMillis, Duration computing) {
        latency.add(latencyMillis);
        computed.add(computing.toNanos() / 1e6);
    }

    /** A request failed. */
    synchronized void failed(Failure failure) {
        failed++;
        told(failure);
    }

    /** Something failed that cost no request. */
    synchronized void told(Failure failure) {
        firstFailure = firstFailure.or(() -> Optional.of(failure.message()));
    }

    /** Whether each that came was answered or failed. */
    synchronized boolean done() {
        return offered == failed + latency.size();
    }

    synchronized ServedModel served(String model, int loads, int evictions, int losses) {
        return new ServedModel(
                model,
                offered,
                failed,
                offered - failed - latency.size(),
                samples(latency),
                samples(computed),
                loads,
                evictions,
                losses,
                firstFailure);
    }

    static Samples samples(List<Double> millis) {
        return Samples.ofMillis(millis.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
