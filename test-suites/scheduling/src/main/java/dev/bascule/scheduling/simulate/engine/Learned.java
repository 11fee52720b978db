package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.HardwareClass;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What jobs of a kind took so far on a class of hardware, set-up included, as a coordinator learns it: the median of the newest. From three on the
 * interval is the 90 % prediction interval of one more draw of a lognormal distribution, {@code exp(m ± t · s · √(1 + 1/n))} with Student's t (Hahn
 * and Meeker, Statistical Intervals, 4.6); of one or two it is from half of the least to twice the greatest, which is a rule and no estimate.
 * Belongs to one thread.
 */
final class Learned implements ServiceTimes {
    /** The newest of each kind and class. */
    static final int KEPT = 30;

    private static final int LEAST_FOR_SPREAD = 3;
    private static final double ROUGH = 2;
    /** Below this, logarithms tell little. */
    private static final double LEAST_SECONDS = 1e-3;

    private final ServiceTimes otherwise;
    private final Map<Inventory, HardwareClass> classes = new IdentityHashMap<>();
    private final Map<Cell, Deque<Duration>> samples = new HashMap<>();
    /** What was asked for since it was learned last. */
    private final Map<Cell, ServiceTime> told = new HashMap<>();

    private record Cell(String kind, HardwareClass hardware) {}

    /** @param otherwise tells what cannot run, and that nobody knows the rest */
    Learned(ServiceTimes otherwise) {
        this.otherwise = otherwise;
    }

    void add(String kind, Inventory inventory, Duration took) {
        Cell cell = cell(kind, inventory);
        Deque<Duration> all = samples.computeIfAbsent(cell, any -> new ArrayDeque<>());
        all.add(took);
        if (all.size() > KEPT) {
            all.remove();
        }
        told.remove(cell);
    }

    private Cell cell(String kind, Inventory inventory) {
        return new Cell(kind, classes.computeIfAbsent(inventory, Inventory::hardwareClass));
    }

    @Override
    public ServiceTime of(Job job, WorkerView worker) {
        ServiceTime nobody = otherwise.of(job, worker);
        Cell cell = cell(job.kind(), worker.inventory());
        return nobody instanceof ServiceTime.Impossible
                ? nobody
                : Optional.ofNullable(samples.get(cell))
                        .map(all -> told.computeIfAbsent(cell, any -> time(all)))
                        .orElse(nobody);
    }

    private static ServiceTime time(Deque<Duration> took) {
        double[] seconds = took.stream()
                .mapToDouble(each -> Math.max(LEAST_SECONDS, each.toNanos() / 1e9))
                .sorted()
                .toArray();
        int n = seconds.length;
        double median = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
        OptionalDouble reach = reach(seconds);
        double middle = meanLog(seconds);
        double low = reach.isPresent() ? Math.exp(middle - reach.getAsDouble()) : seconds[0] / ROUGH;
        double high = reach.isPresent() ? Math.exp(middle + reach.getAsDouble()) : seconds[n - 1] * ROUGH;
        return new ServiceTime.Known(
                duration(median),
                duration(Math.min(low, median)),
                duration(Math.max(high, median)),
                ServiceTime.Source.MEASURED);
    }

    /** Of logarithms; empty where there are too few. */
    private static OptionalDouble reach(double[] seconds) {
        int n = seconds.length;
        if (n < LEAST_FOR_SPREAD) {
            return OptionalDouble.empty();
        }
        Moments moments = new Moments();
        for (double each : seconds) {
            moments.add(Math.log(each));
        }
        return OptionalDouble.of(TDistribution.of(n - 1.0).inverseCumulativeProbability(0.95)
                * Math.sqrt(moments.variance() * (1 + 1.0 / n)));
    }

    private static double meanLog(double[] seconds) {
        double sum = 0;
        for (double each : seconds) {
            sum += Math.log(each);
        }
        return sum / seconds.length;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
