package dev.bascule.app.orders;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** Does as its test says. */
final class PlayedComputer implements Worker {
    static final Set<String> READ = Set.of("weight.next", "samples.next");

    volatile Optional<Fault> unopenable = Optional.empty();
    volatile Optional<Fault> dies = Optional.empty();
    volatile UnaryOperator<Advance> lies = right -> right;
    volatile Evidence evidence = evidence("cpu");
    final CountDownLatch killed = new CountDownLatch(1);
    final CountDownLatch computing = new CountDownLatch(1);
    volatile boolean stuck;

    @Override
    public Optional<Ended> open(Map<String, Tensor> inputs) {
        return unopenable.map(Ended::of);
    }

    @Override
    public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
        computing.countDown();
        if (stuck) {
            try {
                killed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return dies.<Reply<Advance>>map(Reply.Failed::new).orElseGet(() -> new Reply.Ok<>(lies.apply(advance(inputs))));
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return Optional.empty();
    }

    @Override
    public Optional<SessionPlacement> end() {
        return Optional.of(new SessionPlacement(evidence, Optional.empty()));
    }

    @Override
    public void kill() {
        killed.countDown();
    }

    @Override
    public void close() {}

    /** What a right worker makes of this. */
    static Advance advance(Map<String, Tensor> fed) {
        Map<String, Tensor> outputs = new HashMap<>(Map.of("loss", Tensor.floats(Shape.of(), 0.5f)));
        Optional.ofNullable(fed.get("weight")).ifPresent(weight -> outputs.put("weight.gradient", weight));
        Map<String, Tensor> state = new HashMap<>();
        fed.forEach((name, tensor) -> state.put(name + ".next", tensor));
        state.keySet().retainAll(READ);
        return new Advance(
                Samples.ofMillis(0.001), Samples.ofMillis(0.002), List.of(outputs), state, Duration.ofNanos(1));
    }

    static Evidence evidence(String backend) {
        return new Evidence(
                ProofClass.PROVEN,
                new Evidence.Where(backend, Optional.of(backend), Optional.of(backend)),
                Map.of(backend, 54),
                OptionalInt.empty(),
                Optional.of(false),
                Optional.of(DeviceType.CPU),
                Map.of(),
                List.of(),
                List.of());
    }
}
