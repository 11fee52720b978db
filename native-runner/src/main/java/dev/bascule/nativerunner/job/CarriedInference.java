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
 * each step, such as what a decoder looks at of its encoder, is sent once. Of an inference and the one before it the results are kept at once,
 * of no more. Belongs to the job thread.
 */
final class CarriedInference {
    private final DriverSession session;
    private final Map<String, Tensor> initial;
    private final DriverSession.Feed own;
    private final Map<String, String> carry;
    private Optional<Results> previous = Optional.empty();

    /**
     * @param initial the session's own tensors
     * @param own a feed of them
     */
    CarriedInference(
            DriverSession session, Map<String, Tensor> initial, DriverSession.Feed own, Map<String, String> carry) {
        this.session = session;
        this.initial = initial;
        this.own = own;
        this.carry = carry;
    }

    /**
     * What an inference gave; closed, it lets go of what no later one is fed.
     *
     * @param feedMillis handing its inputs to the engine
     */
    record Ran(Results results, double feedMillis, double millis, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /** One that is given all that is carried stands alone: the next one begins anew. */
    Ran run(Map<String, Tensor> inputs, LongSupplier nanos) throws RefusedException {
        return run(inputs, nanos, !inputs.keySet().containsAll(carry.keySet()));
    }

    /** One that the next goes on from, whatever it is given. */
    Ran step(Map<String, Tensor> inputs, LongSupplier nanos) throws RefusedException {
        return run(inputs, nanos, true);
    }

    private Ran run(Map<String, Tensor> inputs, LongSupplier nanos, boolean kept) throws RefusedException {
        Map<String, String> left = new LinkedHashMap<>(carry);
        left.keySet().removeAll(inputs.keySet());
        long begin = nanos.getAsLong();
        DriverSession.Feed given = session.feed(session.takesPartialFeeds() || !kept ? inputs : whole(inputs));
        try {
            DriverSession.Feed all = session.takesPartialFeeds() && kept ? own.with(given) : given;
            DriverSession.Feed feed =
                    left.isEmpty() || previous.isEmpty() ? all : all.carrying(left, previous.orElseThrow());
            long start = nanos.getAsLong();
            Results results = feed.run();
            double millis = (nanos.getAsLong() - start) / 1e6;
            return new Ran(results, (start - begin) / 1e6, millis, () -> end(given, results, kept));
        } catch (RefusedException | RuntimeException e) {
            given.release();
            throw e;
        }
    }

    /** With the session's own in place of what is left out, carried or not. */
    private Map<String, Tensor> whole(Map<String, Tensor> inputs) {
        Map<String, Tensor> tensors = new LinkedHashMap<>(initial);
        tensors.putAll(inputs);
        return tensors;
    }

    private void end(DriverSession.Feed given, Results results, boolean kept) {
        given.release();
        previous.ifPresent(Results::close);
        previous = kept ? Optional.of(results) : Optional.empty();
        if (!kept) {
            results.close();
        }
    }

    /** What the last step gave, as long as no other has run. */
    Results last() {
        return previous.orElseThrow();
    }

    /** Frees what is kept. */
    void release() {
        previous.ifPresent(Results::close);
        previous = Optional.empty();
    }
}
