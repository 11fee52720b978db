package dev.bascule.fallback.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a case was to be timed. Samples of another plan are taken at other moments of warming up and in blocks of another length,
 * so that their medians are not compared. Immutable.
 *
 * @param minIterations timed iterations at least
 * @param minDuration summed time of the timed iterations at least
 * @param softwareIterations timed iterations that are enough on a software adapter
 * @param warmUpLimit when warming up ends, stable or not
 * @param measureLimit when measuring ends, whatever was reached
 * @param threads intra-op threads of a CPU engine that were asked for
 */
public record TimingPlan(
        int minIterations,
        Duration minDuration,
        int softwareIterations,
        Duration warmUpLimit,
        Duration measureLimit,
        int threads) {

    /** The same with other minima. */
    public TimingPlan atLeast(int iterations, Duration duration) {
        return new TimingPlan(iterations, duration, softwareIterations, warmUpLimit, measureLimit, threads);
    }

    /** {@code at least 20 iterations and 200 ms, warmed up for 2 s at most, 1 thread}. */
    public String words() {
        return "at least %d iterations and %s (%d on a software adapter), warmed up for %s at most, ended after %s, %s"
                .formatted(
                        minIterations,
                        span(minDuration),
                        softwareIterations,
                        span(warmUpLimit),
                        span(measureLimit),
                        threads == 1 ? "1 thread" : threads + " threads");
    }

    /** What sets it apart from another: {@code measured for 20 against 200 ms at least}; blank where nothing does. */
    public String differenceFrom(TimingPlan other) {
        List<String> parts = new ArrayList<>();
        if (!minDuration.equals(other.minDuration)) {
            parts.add("measured in blocks of %s against %s".formatted(span(minDuration), span(other.minDuration)));
        }
        if (minIterations != other.minIterations) {
            parts.add("at least %d against %d iterations".formatted(minIterations, other.minIterations));
        }
        if (softwareIterations != other.softwareIterations) {
            parts.add("%d against %d iterations on a software adapter"
                    .formatted(softwareIterations, other.softwareIterations));
        }
        if (!warmUpLimit.equals(other.warmUpLimit)) {
            parts.add("warmed up for %s against %s at most".formatted(span(warmUpLimit), span(other.warmUpLimit)));
        }
        if (!measureLimit.equals(other.measureLimit)) {
            parts.add("ended after %s against %s".formatted(span(measureLimit), span(other.measureLimit)));
        }
        if (threads != other.threads) {
            parts.add("%d against %d threads".formatted(threads, other.threads));
        }
        return String.join(", ", parts);
    }

    private static String span(Duration duration) {
        return duration.toMillis() % 1000 == 0 && !duration.isZero()
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }
}
