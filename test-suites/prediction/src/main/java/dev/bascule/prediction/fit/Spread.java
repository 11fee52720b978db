package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.TargetKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far off predictions usually are in given circumstances: the logarithm of an error's size is a constant of its target plus a
 * linear function of the {@link Circumstance}, by least squares drawn to no influence of it. Each architecture counts once, however
 * many models it has. It claims nothing by itself: conformal scores in units of it make intervals. Immutable.
 */
public final class Spread {
    /** Added to an error's size, in logarithms: by how much two sessions differ anyway. */
    private static final double LEAST = 0.02;
    /** One architecture without influence is put to those that were seen. */
    private static final double PULL = 1;

    private static final double TINY = 1e-6;

    private final double[] found;
    private final Map<TargetKey, Integer> places;

    private Spread(double[] found, Map<TargetKey, Integer> places) {
        this.found = found;
        this.places = places;
    }

    /** Of errors on architectures that the fits behind them never saw; of none it knows no target. */
    public static Spread of(List<Miss> misses) {
        Map<TargetKey, Integer> places = new TreeMap<>();
        misses.forEach(miss -> places.putIfAbsent(miss.target(), Circumstance.WIDTH + places.size()));
        int width = Circumstance.WIDTH + places.size();
        Map<String, Long> members =
                misses.stream().collect(Collectors.groupingBy(Miss::architecture, Collectors.counting()));
        double[][] system = new double[width][width + 1];
        for (Miss miss : misses) {
            double[] row = row(miss.at(), places.getOrDefault(miss.target(), 0), width);
            double y = Math.log(LEAST + Math.abs(miss.size()));
            double weight = 1.0 / members.getOrDefault(miss.architecture(), 1L);
            for (int a = 0; a < width; a++) {
                system[a][width] += weight * row[a] * y;
                for (int b = 0; b < width; b++) {
                    system[a][b] += weight * row[a] * row[b];
                }
            }
        }
        for (int a = 0; a < width; a++) {
            system[a][a] += TINY + (a < Circumstance.WIDTH ? PULL : 0);
        }
        return new Spread(Regression.solve(system), places);
    }

    private static double[] row(Circumstance at, int place, int width) {
        double[] row = Arrays.copyOf(at.row(), width);
        row[place] = 1;
        return row;
    }

    /** @return what an error there is about, in natural logarithms and above 0; empty of a target without errors */
    public OptionalDouble of(TargetKey target, Circumstance at) {
        Integer place = places.get(target);
        return place == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(Regression.dot(row(at, place, found.length), found)));
    }
}
