package dev.bascule.execution.attempt;

import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A detector of runners that answer inputs which they know far more quickly than fresh ones, where native CPU does not. Only
 * the first time that it sees inputs counts, and every one of them must have been slow: a single late one is the machine's.
 * Belongs to one thread.
 */
final class ReplayDetector {
    private static final double TIMES = 5;

    /** What native CPU may take longer for fresh inputs, whose work may depend on them. */
    private static final double NATIVE_TIMES = 2;

    /** Below it, a cold cache or a pause explains it. */
    private static final double LEAST_MS = 2;

    private static final int ENOUGH = 3;

    /** One slow answer is enough where it is too long for any pause. */
    private static final double LONG_MS = 250;

    private final Set<Integer> seen = new HashSet<>();
    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(double fresh, double known, double slowdown) {
        double times() {
            return fresh / Math.max(known, 1e-3);
        }

        /** What native CPU takes longer by is expected here too. A short inference may meet a pause there as well. */
        boolean isOdd() {
            double expected = slowdown <= NATIVE_TIMES ? 1 : slowdown;
            return times() >= TIMES * expected && fresh - known >= LEAST_MS;
        }
    }

    /**
     * @param number which challenge it was
     * @param fresh its inferences
     * @param known the block's timed ones
     * @param slowdown how many times as long native CPU took
     */
    void add(int number, Samples fresh, Samples known, double slowdown) {
        if (seen.add(number) && !fresh.isEmpty() && !known.isEmpty()) {
            pairs.add(new Pair(fresh.median(), known.median(), slowdown));
        }
    }

    /** What is odd about the times, in words; empty where nothing is, or too little was seen. */
    Optional<String> suspicion() {
        boolean enough =
                pairs.size() >= ENOUGH || pairs.stream().anyMatch(pair -> pair.fresh() - pair.known() >= LONG_MS);
        if (!enough || !pairs.stream().allMatch(Pair::isOdd)) {
            return Optional.empty();
        }
        Pair least = pairs.stream()
                .min((a, b) -> Double.compare(a.times(), b.times()))
                .orElseThrow();
        return Optional.of(String.format(
                Locale.ROOT,
                "fresh inputs took at least %.0f times as long as the timed ones (%.3g ms against %.3g ms), which native"
                        + " CPU does not show: the runner repeats outputs of inputs that it knows",
                least.times(),
                least.fresh(),
                least.known()));
    }
}
