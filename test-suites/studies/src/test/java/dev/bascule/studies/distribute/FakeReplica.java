package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A device that answers a sample with its number plus 1, or as a test says. */
final class FakeReplica implements Replica {
    private static final Shape ONE = Shape.of(1);

    private final String name;
    private final IntFunction<Reply<Inference>> answer;
    final List<Integer> asked = new CopyOnWriteArrayList<>();
    final CountDownLatch killed = new CountDownLatch(1);
    int reopened;
    /** What opening the model anew waits for. */
    Runnable opening = () -> {};

    FakeReplica(String name, IntFunction<Reply<Inference>> answer) {
        this.name = name;
        this.answer = answer;
    }

    static FakeReplica right(String name) {
        return new FakeReplica(name, FakeReplica::plusOne);
    }

    static Reply<Inference> plusOne(int sample) {
        return new Reply.Ok<>(new Inference(outputs(sample), Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    static Reply<Inference> dead() {
        return new Reply.Failed<>(new Fault.Lost("infer", "its process was killed"));
    }

    static Reply<Inference> refused() {
        return new Reply.Failed<>(
                new Fault.Refused("infer", "Error", "it does not like it", Optional.empty(), Phases.NONE));
    }

    static Map<String, Tensor> inputs(int sample) {
        return Map.of("x", Tensor.floats(ONE, sample));
    }

    static Map<String, Tensor> outputs(int sample) {
        return Map.of("y", Tensor.floats(ONE, sample + 1));
    }

    static Optional<String> check(int sample, Map<String, Tensor> outputs) {
        return outputs.equals(outputs(sample)) ? Optional.empty() : Optional.of("it is another sample's");
    }

    /** So many devices on which all of it ran, shown by the engine's record. */
    static List<SessionPlacement> there(int devices) {
        Evidence proven = new Evidence(
                ProofClass.PROVEN,
                new Evidence.Where("cpu", Optional.of("cpu"), Optional.of("cpu")),
                Map.of("cpu", 3),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of());
        return Collections.nCopies(devices, new SessionPlacement(proven, Optional.empty()));
    }

    /** So many of native CPU. */
    static List<DevicesShown.Asked> asked(int devices) {
        return Collections.nCopies(devices, new DevicesShown.Asked(BackendDevice.of(Backends.NATIVE_CPU), "native"));
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
        int sample = (int) inputs.get("x").data().asFloatBuffer().get(0);
        asked.add(sample);
        return answer.apply(sample);
    }

    @Override
    public Optional<Fault> reopen() {
        reopened++;
        opening.run();
        return Optional.empty();
    }

    @Override
    public void kill() {
        killed.countDown();
    }
}
