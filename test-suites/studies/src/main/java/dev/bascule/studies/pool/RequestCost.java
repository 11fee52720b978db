package dev.bascule.studies.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a request takes beside computing, measured on one replica that is asked at a steady rate. Means, for load is a mean. Immutable.
 *
 * @param ways from its being asked to its answer, less the computing
 * @param processor time of its processes, computing included
 * @param computing by the runner's clock
 * @param requests that were counted
 */
public record RequestCost(Duration ways, Duration processor, Duration computing, int requests) {
    /** Asked less often it would take too long to be told, and processor time is counted in hundredths of a second. */
    private static final double LEAST_RATE = 20;

    private static final double MOST_RATE = 200;

    /**
     * Opens a replica, asks it, closes it; empty where it fails, or nobody counts its processor time.
     *
     * @param rate in requests per second; slower ones are asked faster
     * @param length about how long it is asked, once before it counts, and once when it does
     */
    public static Optional<RequestCost> of(PoolReplica replica, double rate, Duration length, LongSupplier nanos)
            throws InterruptedException {
        try {
            if (replica.open().isPresent()) {
                return Optional.empty();
            }
            long gap = (long) (1e9 / Math.max(LEAST_RATE, Math.min(MOST_RATE, rate)));
            // What compiles as it runs takes its processor time at first.
            asked(replica, gap, length, nanos);
            Optional<Duration> before = replica.processorTime();
            List<long[]> times = asked(replica, gap, length, nanos);
            Optional<Duration> after = replica.processorTime();
            if (times.isEmpty() || before.isEmpty() || after.isEmpty()) {
                return Optional.empty();
            }
            long ways = 0;
            long computing = 0;
            for (long[] each : times) {
                ways += Math.max(0, each[0] - each[1]);
                computing += each[1];
            }
            return Optional.of(new RequestCost(
                    Duration.ofNanos(ways / times.size()),
                    after.get().minus(before.get()).dividedBy(times.size()),
                    Duration.ofNanos(computing / times.size()),
                    times.size()));
        } finally {
            replica.close();
        }
    }

    /** What each request took in all and computing, in nanoseconds; none where one failed. */
    private static List<long[]> asked(PoolReplica replica, long gap, Duration length, LongSupplier nanos)
            throws InterruptedException {
        List<long[]> times = new ArrayList<>();
        long began = nanos.getAsLong();
        for (long due = began; due - began < length.toNanos(); due += gap) {
            long wait = due - nanos.getAsLong();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            long asked = nanos.getAsLong();
            if (replica.answer().isPresent()) {
                return List.of();
            }
            times.add(new long[] {nanos.getAsLong() - asked, replica.computed().toNanos()});
            if (nanos.getAsLong() - began > length.toNanos()) {
                break;
            }
        }
        return times;
    }
}
