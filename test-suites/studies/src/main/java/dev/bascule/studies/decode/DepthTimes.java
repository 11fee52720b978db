package dev.bascule.studies.decode;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.studies.profile.KneeFinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Times of single tokens. Sample i is of depth i mod {@code steps}: that many tokens were in the caches before. Immutable.
 *
 * @param steps depths of one round
 * @param samples all, in order
 */
public record DepthTimes(int steps, Samples samples) {
    /** Enough to see a step, few enough to read. */
    private static final int SHOWN = 8;

    private static final int SOUGHT = 32;
    /** Fewer in a span, and one that was disturbed is a step. */
    private static final int DEPTHS = 4;
    /** Fewer may have the machine's doings in common. */
    private static final int ROUNDS = 3;
    /** How many times as long a token takes beyond a step. */
    private static final double LEAST_STEP = 1.1;

    /**
     * Times between two depths.
     *
     * @param from the first depth
     * @param to beyond the last
     * @param samples all of them
     */
    public record Span(int from, int to, Samples samples) {
        /** By the median time of a token. */
        public double tokensPerSecond() {
            return 1000 / samples.median();
        }
    }

    /** All depths cut into spans of about the same length, in order; a depth without samples is in none. */
    public List<Span> spans() {
        return spans(SHOWN);
    }

    private List<Span> spans(int most) {
        int count = Math.min(most, steps);
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) steps * i / count);
            int to = (int) ((long) steps * (i + 1) / count);
            Samples there = between(from, to);
            if (!there.isEmpty() && there.median() > 0) {
                spans.add(new Span(from, to, there));
            }
        }
        return spans;
    }

    private Samples between(int from, int to) {
        double[] all = samples.millis();
        return Samples.ofMillis(IntStream.range(0, all.length)
                .filter(i -> i % steps >= from && i % steps < to)
                .mapToDouble(i -> all[i])
                .toArray());
    }

    /** Statistics over all depths. */
    public Optional<Summary> summary() {
        return Summary.of(samples);
    }

    /** By the median time of a token over all depths. */
    public Optional<Double> tokensPerSecond() {
        return summary().map(all -> 1000 / all.median());
    }

    /** How many milliseconds more a token takes for each token that is in the caches. */
    public Optional<Trend> slope() {
        double[] medians = IntStream.range(0, steps)
                .mapToObj(depth -> between(depth, depth + 1))
                .filter(there -> !there.isEmpty())
                .mapToDouble(Samples::median)
                .toArray();
        return medians.length < steps ? Optional.empty() : Trend.of(medians);
    }

    /**
     * The same, told only where each whole round has the same sign, and there are three at least: what the machine does meanwhile falls on
     * the depths that come late.
     */
    public Optional<Trend> lastingSlope() {
        List<Double> signs = rounds().stream()
                .filter(round -> round.size() == steps)
                .flatMap(round -> Trend.of(round.millis()).stream())
                .map(trend -> Math.signum(trend.slope()))
                .distinct()
                .toList();
        return samples.size() < ROUNDS * steps || signs.size() != 1
                ? Optional.empty()
                : slope().filter(slope -> slope.grows() || slope.shrinks());
    }

    /** Depths at which the speed steps down, as far as it then stays there, and does so in each whole round, of three at least. */
    public List<KneeFinder.Knee> knees() {
        SortedMap<Long, Double> curve = new TreeMap<>();
        spans(Math.min(SOUGHT, steps / DEPTHS)).forEach(span -> curve.put((long) span.from(), span.tokensPerSecond()));
        if (curve.size() < 4 || samples.size() < ROUNDS * steps) {
            return List.of();
        }
        List<KneeFinder.Knee> found = KneeFinder.find(curve);
        List<KneeFinder.Knee> lasting = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int from = i == 0 ? 0 : (int) found.get(i - 1).spills();
            int at = (int) found.get(i).spills();
            int to = i + 1 == found.size() ? steps : (int) found.get(i + 1).spills();
            if (rounds().stream()
                    .filter(round -> round.size() == steps)
                    .allMatch(round -> round.slice(at, to).median()
                            > LEAST_STEP * round.slice(from, at).median())) {
                lasting.add(found.get(i));
            }
        }
        return List.copyOf(lasting);
    }

    /** Each round's times by depth. */
    public List<Samples> rounds() {
        double[] all = samples.millis();
        return IntStream.range(0, (all.length + steps - 1) / steps)
                .mapToObj(round -> Samples.ofMillis(
                        Arrays.copyOfRange(all, round * steps, Math.min(all.length, (round + 1) * steps))))
                .toList();
    }
}
