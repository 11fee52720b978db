package dev.bascule.studies.replicas;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives back what it is fed, and does what its test tells it to. */
final class FakeWorker implements Worker {
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile Optional<CountDownLatch> held = Optional.empty();
    private final CountDownLatch killed = new CountDownLatch(1);
    private volatile boolean dying;
    private volatile boolean unopenable;

    /** Keeps it from answering until the latch is down. */
    void hold(CountDownLatch latch) {
        held = Optional.of(latch);
    }

    void dies() {
        dying = true;
    }

    void doesNotOpen() {
        unopenable = true;
    }

    int opened() {
        return opened.get();
    }

    /** How often its session was ended in good order. */
    int ended() {
        return ended.get();
    }

    /** Whether it is killed within that time. */
    boolean isKilled(Duration within) throws InterruptedException {
        return killed.await(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public Optional<Ended> open(Map<String, Tensor> inputs) {
        opened.incrementAndGet();
        return unopenable ? Optional.of(Ended.of(new Fault.Lost("launch", "it does not start"))) : Optional.empty();
    }

    @Override
    public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
        Optional<CountDownLatch> latch = held;
        held = Optional.empty();
        latch.ifPresent(FakeWorker::await);
        if (dying) {
            dying = false;
            return new Reply.Failed<>(new Fault.Lost("advance", "it was killed"));
        }
        return new Reply.Ok<>(
                new Advance(Samples.ofMillis(1), Samples.ofMillis(2), List.of(inputs), Map.of(), Duration.ZERO));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return Optional.of(new WireTraffic(0, 0));
    }

    @Override
    public Optional<SessionPlacement> end() {
        ended.incrementAndGet();
        return Optional.empty();
    }

    @Override
    public void kill() {
        killed.countDown();
        // What it waits for ends with it.
        held.ifPresent(CountDownLatch::countDown);
    }

    @Override
    public void close() {}
}
