package dev.bascule.scheduling.simulate.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Counts as it goes, in bounded memory. Belongs to one thread. */
final class Tally {
    private final long warmUp;
    private final Moments inSystem = new Moments();
    private final Moments waits = new Moments();
    private final Quantiles quantiles = new Quantiles();
    private long done;
    private long lost;
    private long late;
    private long last;
    private double waiting;
    private double overhead;
    private double service;
    private double inside;
    private double busy;
    private double idle;
    private double best;
    private double placed;
    private long rounds;

    Tally(long warmUp) {
        this.warmUp = warmUp;
    }

    void done(long now, Duration waited, Duration extra, Duration worked, Duration system, boolean isLate) {
        done++;
        last = now;
        double seconds = seconds(system);
        quantiles.add(seconds);
        if (done > warmUp) {
            inSystem.add(seconds);
            waits.add(seconds(waited));
        }
        waiting += seconds(waited);
        overhead += seconds(extra);
        service += seconds(worked);
        late += isLate ? 1 : 0;
    }

    void matched(Duration leastMedian, Duration median) {
        best += seconds(leastMedian);
        placed += seconds(median);
    }

    void lost() {
        lost++;
    }

    void round() {
        rounds++;
    }

    /** So it was for a while. */
    void passed(long nanos, long jobsInside, int lanesBusy, int lanesIdleWhileWorkWaits) {
        double seconds = nanos / 1e9;
        inside += jobsInside * seconds;
        busy += lanesBusy * seconds;
        idle += lanesIdleWhileWorkWaits * seconds;
    }

    long done() {
        return done;
    }

    /** @param left jobs that are there yet, counted where they are and not by what was done */
    Outcome outcome(
            String policy,
            long seed,
            long submitted,
            long left,
            long first,
            long now,
            int lanes,
            OptionalDouble joules,
            Duration slowed) {
        double elapsed = now / 1e9;
        return new Outcome(
                policy,
                seed,
                submitted,
                done,
                left,
                lost,
                done == 0 ? Duration.ZERO : Duration.ofNanos(last - first),
                Duration.ofNanos(now),
                inSystem.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(inSystem.mean()),
                waits.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(waits.mean()),
                quantile(0.5),
                quantile(0.95),
                duration(waiting),
                duration(overhead),
                duration(service),
                elapsed > 0 ? inside / elapsed : 0,
                elapsed > 0 ? busy / (elapsed * lanes) : 0,
                duration(idle),
                placed > 0 ? OptionalDouble.of(best / placed) : OptionalDouble.empty(),
                late,
                joules,
                slowed,
                rounds);
    }

    private Optional<Duration> quantile(double share) {
        OptionalDouble seconds = quantiles.quantile(share);
        return seconds.isPresent() ? Optional.of(duration(seconds.getAsDouble())) : Optional.empty();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
