package dev.bascule.prediction.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the rows that a linear model learns most from: those with the greatest determinant of λI + Σxxᵀ (Bayesian D-optimality:
 * the volume of what is left uncertain is the least). Greedy, then rows are exchanged as long as that gains. Deterministic: the
 * first of equals. Stateless.
 */
public final class ProbeChoice {
    private static final int MOST_EXCHANGES = 200;
    private static final double GAIN = 1 + 1e-9;

    private ProbeChoice() {}

    /**
     * Indices of the chosen rows, in the order of the choice.
     *
     * @param rows candidates, all of one length
     * @param costs of each, such as milliseconds
     * @param count how many at most
     * @param budget of all their costs together
     * @param lambda what is known beforehand, of each direction alike; above 0
     */
    public static List<Integer> choose(
            List<double[]> rows, List<Double> costs, int count, double budget, double lambda) {
        List<Integer> chosen = new ArrayList<>();
        double spent = 0;
        while (chosen.size() < count) {
            int best = best(rows, costs, chosen, budget - spent, lambda);
            if (best < 0) {
                break;
            }
            chosen.add(best);
            spent += costs.get(best);
        }
        for (int round = 0; round < MOST_EXCHANGES && exchange(rows, costs, chosen, budget, lambda); round++) {}
        return List.copyOf(chosen);
    }

    private static int best(List<double[]> rows, List<Double> costs, List<Integer> chosen, double left, double lambda) {
        double[][] inverse = inverse(rows, chosen, lambda);
        int best = -1;
        double most = -1;
        for (int i = 0; i < rows.size(); i++) {
            if (!chosen.contains(i) && costs.get(i) <= left) {
                double gain = quadratic(inverse, rows.get(i));
                if (gain > most) {
                    most = gain;
                    best = i;
                }
            }
        }
        return best;
    }

    private static boolean exchange(
            List<double[]> rows, List<Double> costs, List<Integer> chosen, double budget, double lambda) {
        double spent = chosen.stream().mapToDouble(costs::get).sum();
        for (int place = 0; place < chosen.size(); place++) {
            int old = chosen.get(place);
            List<Integer> rest = new ArrayList<>(chosen);
            rest.remove(place);
            int other = best(rows, costs, rest, budget - spent + costs.get(old), lambda);
            double[][] inverse = inverse(rows, rest, lambda);
            if (other >= 0
                    && other != old
                    && 1 + quadratic(inverse, rows.get(other)) > GAIN * (1 + quadratic(inverse, rows.get(old)))) {
                chosen.set(place, other);
                return true;
            }
        }
        return false;
    }

    /** Of λI + Σxxᵀ, row by row (Sherman and Morrison). */
    private static double[][] inverse(List<double[]> rows, List<Integer> chosen, double lambda) {
        int width = rows.get(0).length;
        double[][] inverse = new double[width][width];
        for (int i = 0; i < width; i++) {
            inverse[i][i] = 1 / lambda;
        }
        for (int index : chosen) {
            double[] x = rows.get(index);
            double[] applied = apply(inverse, x);
            double scale = 1 + dot(x, applied);
            for (int i = 0; i < width; i++) {
                for (int j = 0; j < width; j++) {
                    inverse[i][j] -= applied[i] * applied[j] / scale;
                }
            }
        }
        return inverse;
    }

    private static double quadratic(double[][] matrix, double[] x) {
        return dot(x, apply(matrix, x));
    }

    private static double[] apply(double[][] matrix, double[] x) {
        double[] applied = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            applied[i] = dot(matrix[i], x);
        }
        return applied;
    }

    private static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
