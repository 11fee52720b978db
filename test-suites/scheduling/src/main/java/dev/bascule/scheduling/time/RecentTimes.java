package dev.bascule.scheduling.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;

/**
 * The newest times of jobs that are alike, and how long the next such job takes, from these ({@link Spread}): what a machine took long ago it
 * may take no longer. For one thread.
 */
public final class RecentTimes {
    public static final int KEPT = 30;

    /** Below this, logarithms tell of the clock and not of the job. */
    private static final double LEAST_SECONDS = 1e-3;

    private final Deque<Duration> took = new ArrayDeque<>();
    private Optional<ServiceTime.Known> next = Optional.empty();

    /** @param time not below 0 */
    public void add(Duration time) {
        took.add(time);
        if (took.size() > KEPT) {
            took.remove();
        }
        next = Optional.empty();
    }

    /**
     * How long the next takes.
     *
     * @throws IllegalStateException before the first was added
     */
    public ServiceTime.Known next() {
        if (took.isEmpty()) {
            throw new IllegalStateException("nothing is known of no times");
        }
        ServiceTime.Known known = next.orElseGet(() -> of(took));
        next = Optional.of(known);
        return known;
    }

    private static ServiceTime.Known of(Collection<Duration> took) {
        Spread spread = Spread.of(took.stream()
                .mapToDouble(each -> Math.max(LEAST_SECONDS, each.toNanos() / 1e9))
                .toArray());
        return new ServiceTime.Known(
                time(spread.median()),
                time(spread.low()),
                time(spread.high()),
                ServiceTime.Source.MEASURED,
                spread.rough());
    }

    private static Duration time(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
