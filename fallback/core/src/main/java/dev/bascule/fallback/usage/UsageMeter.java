package dev.bascule.fallback.usage;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Watches what the attempts of a run cost. The idle machine is measured once, before the first of them, and only where an
 * energy counter exists. Thread-safe.
 */
public final class UsageMeter implements AutoCloseable {
    private static final Duration REST = Duration.ofSeconds(1);

    private final UsageProbe probe;
    private final Duration rest;
    private Optional<Map<String, Reading<Double>>> idle = Optional.empty();

    public UsageMeter(UsageProbe probe) {
        this(probe, REST);
    }

    UsageMeter(UsageProbe probe, Duration rest) {
        this.probe = probe;
        this.rest = rest;
    }

    /** Of a machine whose counters are out of reach. */
    public static UsageMeter none(String reason) {
        return new UsageMeter(UsageProbe.none(reason));
    }

    /** Measures the idle machine, if it was not yet: nothing may run for this run meanwhile. */
    public synchronized void rest() {
        if (idle.isEmpty()) {
            idle = Optional.of(measureRest());
        }
    }

    private Map<String, Reading<Double>> measureRest() {
        Map<String, Reading<Double>> watts = new TreeMap<>();
        // Whoever reads counters in a child process may have to wait for it the first time.
        probe.counters(Set.of());
        Counters before = probe.counters(Set.of());
        if (before.energy().values().stream().noneMatch(Reading::isKnown)) {
            return watts;
        }
        try {
            Thread.sleep(rest.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return watts;
        }
        Counters after = probe.counters(Set.of());
        double seconds = (after.nanos() - before.nanos()) / 1e9;
        String how = "before the run's first measurement, for %d ms".formatted(rest.toMillis());
        after.energy()
                .forEach((domain, end) -> watts.put(
                        domain,
                        UsageAccount.spent(before.energy().getOrDefault(domain, end), end)
                                .flatMap(spent -> Resolution.ifFine(
                                        Reading.known(spent.figure() / seconds, how),
                                        refresh(end),
                                        1,
                                        Duration.ofNanos(after.nanos() - before.nanos())))));
        return watts;
    }

    private static Duration refresh(Reading<Counters.EnergyCounter> counter) {
        return counter.optional().map(Counters.EnergyCounter::refresh).orElse(Duration.ZERO);
    }

    synchronized Map<String, Reading<Double>> idleWatts() {
        return idle.orElse(Map.of());
    }

    /**
     * A watch over one attempt.
     *
     * @param processes the runner's, asked before each block; nothing where they are out of reach
     */
    public UsageWatch watch(Supplier<Set<Long>> processes) {
        return new UsageWatch(probe, processes, this::idleWatts);
    }

    @Override
    public void close() {
        probe.close();
    }
}
