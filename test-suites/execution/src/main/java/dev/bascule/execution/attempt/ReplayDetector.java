package dev.bascule.execution.attempt;

import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A detector of runners that answer inputs which they know far more quickly than fresh ones, where native CPU does not. Only
 * the first time that it sees inputs counts, and every one of them must have been slow. A machine that stands still now and then makes
 * timed inferences as slow as fresh ones: the host drew the places of both, so that where they are alike any of them is as likely to be
 * the slow one, however the pauses come. Where that is no longer an explanation ({@link #LEVEL}), the runner is. Belongs to one thread.
 */
final class ReplayDetector {
    /**
     * How often an honest runner may be suspected at most, on a machine of which nothing is known. The block of ten of a short plan comes
     * to one in 286 with three fresh inputs; six timed inferences, as a software adapter has, to one in 84, and nobody is suspected there.
     */
    static final double LEVEL = 1.0 / 280;

    private static final double TIMES = 5;

    /** What native CPU may take longer for fresh inputs, whose work may depend on them. */
    private static final double NATIVE_TIMES = 2;

    /** Below it, a cold cache or a pause explains it. */
    private static final double LEAST_MS = 2;

    private static final int ENOUGH = 3;

    /** Fewer slow answers are enough where each is so long, and hundreds of timed inferences were not. */
    private static final double LONG_MS = 250;

    private final Set<Integer> seen = new HashSet<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Samples> all = new ArrayList<>();
    private final List<Samples> alike = new ArrayList<>();

    private record Pair(double fresh, double known, double slowdown) {
        double times() {
            return fresh / Math.max(known, 1e-3);
        }

        /** What native CPU takes longer by is expected here too. A short inference may meet a pause there as well. */
        double expected() {
            return slowdown <= NATIVE_TIMES ? 1 : slowdown;
        }

        boolean isOdd() {
            return times() >= TIMES * expected() && fresh - known >= LEAST_MS;
        }

        boolean isLong() {
            return fresh - known >= LONG_MS;
        }
    }

    /**
     * A block's timed inferences.
     *
     * @param iterations before, between or after which the places of its challenges were drawn; what comes after them stands at no such
     *     place, and is warmer than what comes first
     */
    void timed(Samples known, int iterations) {
        all.add(known);
        alike.add(known.slice(0, Math.min(iterations, known.size())));
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
        boolean many = pairs.size() >= ENOUGH;
        boolean enough = many || !pairs.isEmpty() && pairs.stream().allMatch(Pair::isLong);
        if (!enough || !pairs.stream().allMatch(Pair::isOdd) || chance(many ? alike : all) > LEVEL) {
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

    /** That fresh inferences are so far up among all, were any order of them as likely as another. */
    private double chance(Collection<Samples> blocks) {
        double least = pairs.stream()
                .mapToDouble(pair -> pair.fresh() / pair.expected())
                .min()
                .orElseThrow();
        double[] known = Samples.concat(blocks).millis();
        long asSlow = Arrays.stream(known).filter(time -> time >= least).count();
        double chance = 1;
        for (int i = 1; i <= pairs.size(); i++) {
            chance *= (double) (asSlow + i) / (known.length + i);
        }
        return chance;
    }
}
