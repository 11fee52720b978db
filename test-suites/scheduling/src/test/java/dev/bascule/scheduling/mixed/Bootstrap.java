package dev.bascule.scheduling.mixed;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** A mean over seeds with its 95 % interval, by drawing seeds again (Efron 1979); of paired ratios where they are given. */
record Bootstrap(double mean, double low, double high) {
    private static final int DRAWS = 4000;

    static Bootstrap mean(List<Double> values) {
        Random random = new Random(1);
        double[] means = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double sum = 0;
            for (int each = 0; each < values.size(); each++) {
                sum += values.get(random.nextInt(values.size()));
            }
            means[draw] = sum / values.size();
        }
        Arrays.sort(means);
        return new Bootstrap(
                values.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                means[(int) (0.025 * DRAWS)],
                means[(int) (0.975 * DRAWS)]);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", mean, low, high);
    }
}
