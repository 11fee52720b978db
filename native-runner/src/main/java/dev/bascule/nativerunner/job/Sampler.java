package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession.Feed;
import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.protocol.Message;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Runs iterations and times them: the clock runs from the call into the engine to the outputs' data on the CPU, and
 * stands while feeds are made and outputs compared and freed. Belongs to the job thread.
 */
final class Sampler {
    private final IterationFeeds steps;
    private final OutputTracker outputs;
    private final LongSupplier nanos;

    Sampler(IterationFeeds steps, OutputTracker outputs, LongSupplier nanos) {
        this.steps = steps;
        this.outputs = outputs;
        this.nanos = nanos;
    }

    /** One iteration, in nanoseconds. */
    long once() throws RefusedException {
        Feed feed = steps.feed();
        long start = nanos.getAsLong();
        Results results = feed.run();
        long elapsed = nanos.getAsLong() - start;
        try {
            outputs.observe(steps.step(), steps.iteration(), results);
        } finally {
            steps.advance(results);
        }
        return elapsed;
    }

    /**
     * Iterations until the wanted number and the wanted time (summed over the timed regions) are both reached, or the
     * longest time by the clock, or {@code stopped} says so; at least one. The time of interludes is in none of it.
     *
     * @param interludes in their order
     */
    Block block(Message.Measure limits, BooleanSupplier stopped, List<BlockChallenges.Interlude> interludes)
            throws RefusedException {
        Deque<BlockChallenges.Interlude> left = new ArrayDeque<>(interludes);
        double[] samples = new double[Math.max(1, Math.min(limits.iterations(), 1 << 20))];
        int count = 0;
        long summed = 0;
        long start = nanos.getAsLong();
        double elapsed;
        do {
            start += pass(left, count);
            long nanosTaken = once();
            summed += nanosTaken;
            if (count == samples.length) {
                samples = Arrays.copyOf(samples, count * 2);
            }
            samples[count++] = nanosTaken / 1e6;
            elapsed = (nanos.getAsLong() - start) / 1e6;
        } while (!stopped.getAsBoolean()
                && elapsed < limits.maxMs()
                && (count < limits.iterations() || summed / 1e6 < limits.minMs()));
        pass(left, Integer.MAX_VALUE);
        return new Block(Samples.ofMillis(Arrays.copyOf(samples, count)), elapsed);
    }

    /** Runs what is due after so many iterations; nanoseconds. */
    private long pass(Deque<BlockChallenges.Interlude> left, int iterations) throws RefusedException {
        if (left.isEmpty() || left.peek().after() > iterations) {
            return 0;
        }
        long begin = nanos.getAsLong();
        while (!left.isEmpty() && left.peek().after() <= iterations) {
            left.remove().run();
        }
        return nanos.getAsLong() - begin;
    }

    /**
     * @param samples milliseconds per iteration, in order
     * @param elapsedMs by the clock, comparing and freeing included
     */
    record Block(Samples samples, double elapsedMs) {}
}
