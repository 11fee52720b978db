package dev.bascule.reports.change;

import dev.bascule.reports.comparison.Holm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Where a series changes its distribution: the E-divisive method (Matteson and James, A nonparametric approach for multiple change
 * point analysis, JASA 109, 2014), as benchmarks of MongoDB and Cassandra are watched with it (Daly et al., ICPE 2020). The series
 * is cut where the energy distance of what comes before and after, weighted by their lengths, is greatest; the cut stands if
 * few random orders of the values have one as great; and so on in both parts. It assumes no distribution, and that values are
 * exchangeable where nothing changed: a machine that drifts all the time has change points, and rightly.
 *
 * <p>The distance of a cut is found from that of the one before in logarithmic time, since in one dimension sums of distances are
 * counts and sums of what is smaller. Stateless and thread-safe.
 */
public final class EDivisive {
    private EDivisive() {}

    /**
     * @param level a cut stands where its p-value is below
     * @param permutations random orders, at least; of many series more are made, since their correction asks for smaller p-values
     * @param least values in a part
     * @param seed of the orders
     */
    public record Settings(double level, int permutations, int least, long seed) {
        /** One series in a hundred that never changes has a change point; three runs are enough to make one. */
        public static final Settings DEFAULT = new Settings(0.01, 999, 3, 42);

        public Settings {
            if (!(level > 0 && level < 1) || permutations < 1 || least < 2) {
                throw new IllegalArgumentException(
                        "level %s, %d permutations, at least %d".formatted(level, permutations, least));
            }
        }
    }

    /**
     * A cut.
     *
     * @param index of the first value after it
     * @param p share of random orders with a cut as great, corrected for the series that were looked through at once
     */
    public record Cut(int index, double p) {}

    /** Exceedances after which a p-value is known well enough (Besag and Clifford, Sequential Monte Carlo p-values, Biometrika 78, 1991). */
    private static final int ENOUGH_EXCEEDANCES = 20;

    /** More orders take too long; of more series than {@link #MOST_SERIES} at the usual level none could show anything. */
    private static final int MOST_PERMUTATIONS = 99_999;

    /** So many series can be looked through at once at the usual level before the correction outruns the orders. */
    public static final int MOST_SERIES = 999;

    private record Part(int from, int to) {}

    private record Best(int index, double distance) {}

    /** The cuts of one series, looked through by itself, in its order. */
    public static List<Cut> cuts(double[] values, Settings settings) {
        return cuts(List.of(values), settings).get(0);
    }

    /**
     * The cuts of series that are looked through at once, each in its order: of a hundred such reports in which nothing changed,
     * no more than 100 times the level have any cut. Whether a series has one at all is corrected by Holm over the series; the
     * further ones of a series that has, by their number. The p-values are the corrected ones.
     */
    public static List<List<Cut>> cuts(List<double[]> series, Settings settings) {
        List<double[]> tested = series.stream()
                .filter(values -> values.length >= 2 * settings.least())
                .toList();
        int orders = orders(tested.size(), settings);
        List<Optional<Cut>> firsts = tested.stream()
                .map(values -> cut(values, new Part(0, values.length), orders, settings))
                .toList();
        double[] adjusted = Holm.adjusted(firsts.stream()
                .mapToDouble(first -> first.map(Cut::p).orElse(1.0))
                .toArray());
        List<List<Cut>> cuts = new ArrayList<>();
        int next = 0;
        for (double[] values : series) {
            if (values.length < 2 * settings.least()) {
                cuts.add(List.of());
                continue;
            }
            Optional<Cut> first = firsts.get(next);
            double p = adjusted[next++];
            cuts.add(
                    first.isPresent() && p < settings.level()
                            ? all(values, new Cut(first.get().index(), p), tested.size(), orders, settings)
                            : List.of());
        }
        return cuts;
    }

    /** How many random orders: enough for a p-value half as great as the least that the correction asks for. */
    private static int orders(int series, Settings settings) {
        double wanted = Math.ceil(2 * series / settings.level()) - 1;
        return (int) Math.max(settings.permutations(), Math.min(MOST_PERMUTATIONS, wanted));
    }

    /** The first cut, and those in the parts that it and they leave. */
    private static List<Cut> all(double[] values, Cut first, int series, int orders, Settings settings) {
        List<Cut> cuts = new ArrayList<>(List.of(first));
        Deque<Part> open = new ArrayDeque<>();
        open.push(new Part(0, first.index()));
        open.push(new Part(first.index(), values.length));
        while (!open.isEmpty()) {
            Part part = open.pop();
            cut(values, part, orders, settings)
                    .filter(cut -> cut.p() * series < settings.level())
                    .ifPresent(cut -> {
                        cuts.add(new Cut(cut.index(), cut.p() * series));
                        open.push(new Part(part.from(), cut.index()));
                        open.push(new Part(cut.index(), part.to()));
                    });
        }
        cuts.sort(Comparator.comparingInt(Cut::index));
        return List.copyOf(cuts);
    }

    /** The greatest cut of a part, not corrected for anything; empty where there is none to make. */
    private static Optional<Cut> cut(double[] values, Part part, int orders, Settings settings) {
        if (part.to() - part.from() < 2 * settings.least()) {
            return Optional.empty();
        }
        double[] within = Arrays.copyOfRange(values, part.from(), part.to());
        Best best = best(within, settings.least());
        return best.index() == 0
                ? Optional.empty()
                : Optional.of(
                        new Cut(part.from() + best.index(), p(within, best.distance(), orders, settings, part.from())));
    }

    private static double p(double[] values, double distance, int orders, Settings settings, int salt) {
        Random random = new Random(settings.seed() + salt);
        double[] shuffled = values.clone();
        int asGreat = 0;
        for (int i = 0; i < orders; i++) {
            for (int j = shuffled.length - 1; j > 0; j--) {
                int other = random.nextInt(j + 1);
                double kept = shuffled[j];
                shuffled[j] = shuffled[other];
                shuffled[other] = kept;
            }
            // A rounding error must not make an order less than itself.
            asGreat += best(shuffled, settings.least()).distance() >= distance * (1 - 1e-9) ? 1 : 0;
            if (asGreat == ENOUGH_EXCEEDANCES) {
                return asGreat / (i + 1.0);
            }
        }
        return (asGreat + 1.0) / (orders + 1.0);
    }

    /** The greatest of all cuts; index 0 where all values are equal. */
    private static Best best(double[] values, int least) {
        int n = values.length;
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] below = new double[n + 1];
        for (int i = 0; i < n; i++) {
            below[i + 1] = below[i] + sorted[i];
        }
        double all = 0;
        double[] toAll = new double[n];
        int[] ranks = new int[n];
        for (int i = 0; i < n; i++) {
            int rank = Arrays.binarySearch(sorted, values[i]);
            ranks[i] = rank;
            toAll[i] = values[i] * rank - below[rank] + below[n] - below[rank] - values[i] * (n - rank);
            all += toAll[i] / 2;
        }
        SmallerSums left = new SmallerSums(n);
        double withinLeft = 0;
        double withinRight = all;
        Best best = new Best(0, 0);
        for (int i = 0; i < n - least; i++) {
            double toLeft = left.distance(values[i], ranks[i]);
            withinLeft += toLeft;
            withinRight -= toAll[i] - toLeft;
            left.add(values[i], ranks[i]);
            int m = i + 1;
            int k = n - m;
            if (m >= least) {
                double between = all - withinLeft - withinRight;
                double energy = 2 * between / ((double) m * k)
                        - 2 * withinLeft / ((double) m * (m - 1))
                        - 2 * withinRight / ((double) k * (k - 1));
                double weighted = energy * m * k / n;
                best = weighted > best.distance() ? new Best(m, weighted) : best;
            }
        }
        return best;
    }

    /** Counts and sums of values by rank: a Fenwick tree. Belongs to one thread. */
    private static final class SmallerSums {
        private final int[] counts;
        private final double[] sums;
        private int count;
        private double sum;

        SmallerSums(int n) {
            counts = new int[n + 1];
            sums = new double[n + 1];
        }

        void add(double value, int rank) {
            for (int i = rank + 1; i < counts.length; i += i & -i) {
                counts[i]++;
                sums[i] += value;
            }
            count++;
            sum += value;
        }

        /** Sum of the distances of a value to all that were added; those of its own rank equal it. */
        double distance(double value, int rank) {
            int smaller = 0;
            double ofSmaller = 0;
            for (int i = rank; i > 0; i -= i & -i) {
                smaller += counts[i];
                ofSmaller += sums[i];
            }
            return value * smaller - ofSmaller + (sum - ofSmaller) - value * (count - smaller);
        }
    }
}
