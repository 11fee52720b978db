package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Samples;
import java.time.Instant;
import java.util.List;

/** Runs with the times that a test wants of them. */
final class TimedRuns {
    private TimedRuns() {}

    static RunSamples run(String id, double... millis) {
        return new RunSamples(id, Instant.EPOCH, Samples.ofMillis(millis));
    }

    /** A run whose median is this, by a clock of a thousandth. */
    static RunSamples run(String id, double median) {
        return run(id, median - 0.002, median - 0.001, median, median + 0.001, median + 0.002, median);
    }

    static List<RunSamples> runsOf(double millis) {
        return List.of(
                run("1", millis, millis, millis, millis, millis, millis),
                run("2", millis, millis, millis, millis, millis, millis),
                run("3", millis, millis, millis, millis, millis, millis));
    }
}
