package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Inferences on inputs of the moment. A carried input that is left out takes the output of the inference before; at the first, its
 * own tensor of the session. Where anything is carried, another input that is left out is the session's own as well: what is the same at
 * each step, such as what a decoder looks at of its encoder, is sent once. Belongs to the job thread.
 */
final class CarriedInference {
    private final DriverSession session;
    private final Map<String, Tensor> initial;
    private final Map<String, String> carry;
    private Optional<Results> previous = Optional.empty();

    CarriedInference(DriverSession session, Map<String, Tensor> initial, Map<String, String> carry) {
        this.session = session;
        this.initial = initial;
        this.carry = carry;
    }

    /** What an inference gave; closed, it lets go of what no later one is fed. */
    record Ran(Results results, double millis, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    Ran run(Map<String, Tensor> inputs, LongSupplier nanos) throws RefusedException {
        Map<String, String> left = new LinkedHashMap<>(carry);
        left.keySet().removeAll(inputs.keySet());
        Map<String, Tensor> tensors = new LinkedHashMap<>(inputs);
        if (!left.isEmpty()) {
            initial.forEach((name, tensor) -> {
                if (!carry.containsKey(name)) {
                    tensors.putIfAbsent(name, tensor);
                }
            });
        }
        boolean carries = !left.isEmpty() && previous.isPresent();
        if (!carries || !session.takesPartialFeeds()) {
            left.keySet().stream().filter(initial::containsKey).forEach(name -> tensors.put(name, initial.get(name)));
        }
        DriverSession.Feed own = session.feed(tensors);
        try {
            DriverSession.Feed feed = carries ? own.carrying(left, previous.orElseThrow()) : own;
            long start = nanos.getAsLong();
            Results results = feed.run();
            double millis = (nanos.getAsLong() - start) / 1e6;
            return new Ran(results, millis, () -> end(own, results, left.isEmpty()));
        } catch (RefusedException | RuntimeException e) {
            own.release();
            throw e;
        }
    }

    private void end(DriverSession.Feed own, Results results, boolean alone) {
        own.release();
        previous.ifPresent(Results::close);
        previous = alone ? Optional.empty() : Optional.of(results);
        if (alone) {
            results.close();
        }
    }

    /** Frees what is kept. */
    void release() {
        previous.ifPresent(Results::close);
        previous = Optional.empty();
    }
}
