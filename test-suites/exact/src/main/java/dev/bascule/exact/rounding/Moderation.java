package dev.bascule.exact.rounding;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * How far each element of an output is spread over a few noisy passes, each one's own spread moderated by those of elements of
 * about its magnitude: the empirical Bayes estimate of Smyth (Stat. Appl. Genet. Mol. Biol. 3, 2004). A few passes say little
 * of one element's spread and much of thousands'.
 *
 * <p>Where few elements jump, from equal in one pass to far off in another, an earlier step such as a comparison falls to both of its
 * sides: they are spread without limit, and no other is for their sake. Stateless.
 */
public final class Moderation {
    /** Elements below which a magnitude is put together with the next greater one. */
    private static final int FEWEST = 64;
    /** Magnitudes that are told apart, in powers of two below the greatest; what is smaller is one group. */
    private static final int OCTAVES = 48;
    /** Of jumping elements so many are few: with more, steps are everywhere, and are spread like noise. */
    private static final double FEW = 0.02;
    /** Times as far as elements usually move: no rounding's doing. */
    private static final double FAR = 100;
    /** Degrees of freedom that stand for certainty. */
    private static final double MANY = 10_000;

    private Moderation() {}

    /**
     * Standard deviations, for each element of the exact pass.
     *
     * @param degrees of freedom that each stands on
     */
    public record Spreads(double[] deviation, double[] degrees) {}

    /** @param noisy one array for each pass, each as long as the exact one */
    public static Spreads of(double[] exact, double[][] noisy) {
        int n = exact.length;
        double[] variance = new double[n];
        boolean[] still = new boolean[n];
        for (double[] pass : noisy) {
            for (int i = 0; i < n; i++) {
                double apart =
                        pass[i] == exact[i] || Double.isNaN(pass[i]) && Double.isNaN(exact[i]) ? 0 : pass[i] - exact[i];
                still[i] |= apart == 0;
                variance[i] += Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart * apart / noisy.length;
            }
        }
        unlimit(variance, still);
        int[] group = groups(exact, variance);
        double[] deviation = new double[n];
        double[] degrees = new double[n];
        for (int g = 0; g < OCTAVES; g++) {
            Prior prior = Prior.of(variance, group, g, noisy.length);
            for (int i = 0; i < n; i++) {
                if (group[i] == g) {
                    deviation[i] = Math.sqrt(prior.moderated(variance[i], noisy.length));
                    degrees[i] = prior.degrees + noisy.length;
                }
            }
        }
        return new Spreads(deviation, degrees);
    }

    /** Gives elements that jump, where they are few, no limit. */
    private static void unlimit(double[] variance, boolean[] still) {
        double[] usual = IntStream.range(0, variance.length)
                .filter(i -> variance[i] > 0 && !still[i])
                .mapToDouble(i -> variance[i])
                .sorted()
                .toArray();
        double far = usual.length == 0 ? 0 : FAR * FAR * usual[usual.length / 2];
        int[] jumping = IntStream.range(0, variance.length)
                .filter(i -> still[i] && variance[i] > far)
                .toArray();
        if (jumping.length <= FEW * variance.length) {
            for (int i : jumping) {
                variance[i] = Double.POSITIVE_INFINITY;
            }
        }
    }

    /** By magnitude, so that each group that has any has enough elements that are spread at all. */
    private static int[] groups(double[] exact, double[] variance) {
        int most = Arrays.stream(exact)
                .filter(Double::isFinite)
                .mapToInt(value -> Math.getExponent(value))
                .max()
                .orElse(0);
        int[] group = new int[exact.length];
        int[] members = new int[OCTAVES];
        for (int i = 0; i < group.length; i++) {
            group[i] = Math.min(OCTAVES - 1, Math.max(0, most - Math.getExponent(exact[i])));
            members[group[i]] += variance[i] > 0 && Double.isFinite(variance[i]) ? 1 : 0;
        }
        int[] merged = new int[OCTAVES];
        int open = OCTAVES - 1;
        int held = 0;
        for (int g = OCTAVES - 1; g >= 0; g--) {
            held += members[g];
            merged[g] = open;
            if (held >= FEWEST) {
                open = g - 1;
                held = 0;
            }
        }
        if (held > 0 && open < OCTAVES - 1) {
            // The greatest are too few: they join the next smaller ones.
            int last = open;
            for (int g = 0; g < OCTAVES; g++) {
                merged[g] = merged[g] == last ? merged[last + 1] : merged[g];
            }
        }
        for (int i = 0; i < group.length; i++) {
            group[i] = merged[group[i]];
        }
        return group;
    }

    /** The variance that elements of a group have in common, and how many passes it is worth. */
    private record Prior(double variance, double degrees) {
        static Prior of(double[] variance, int[] group, int wanted, int passes) {
            double half = passes / 2.0;
            int count = 0;
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < variance.length; i++) {
                if (group[i] == wanted && variance[i] > 0 && Double.isFinite(variance[i])) {
                    double log = Math.log(variance[i]);
                    count++;
                    sum += log;
                    squares += log * log;
                }
            }
            if (count < 3) {
                return new Prior(0, 0);
            }
            double mean = sum / count - Digamma.value(half) + Math.log(half);
            double apart = (squares - sum * sum / count) / (count - 1) - Trigamma.value(half);
            if (apart <= 0) {
                return new Prior(Math.exp(mean), MANY);
            }
            double degrees = Math.min(MANY, 2 * inverseTrigamma(apart));
            double prior = Math.exp(mean + Digamma.value(degrees / 2) - Math.log(degrees / 2));
            return new Prior(prior, degrees);
        }

        double moderated(double own, int passes) {
            return (degrees * variance + passes * own) / (degrees + passes);
        }
    }

    /** By Newton's method on its reciprocal, which is nearly straight (Smyth 2004, appendix). */
    private static double inverseTrigamma(double value) {
        double x = 0.5 + 1 / value;
        for (int i = 0; i < 50; i++) {
            double here = Trigamma.value(x);
            double slope = (Trigamma.value(x * (1 + 1e-6)) - here) / (x * 1e-6);
            double step = here * (1 - here / value) / slope;
            x += step;
            if (Math.abs(step) < 1e-8 * x) {
                break;
            }
        }
        return x;
    }
}
