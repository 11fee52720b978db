package dev.bascule.studies.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;

/**
 * A request.
 *
 * @param model that it is for
 * @param at since the first moment of serving
 */
public record Arrival(String model, Duration at) {
    private static final double NANOS = 1e9;

    /**
     * Requests of independent Poisson processes: gaps are exponential, with a mean of one by the rate. The same for the same
     * seed.
     *
     * @param rates in requests per second, by model
     * @param length in which they come
     */
    public static List<Arrival> poisson(SortedMap<String, Double> rates, Duration length, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        rates.forEach((model, rate) -> {
            Random random = new Random(31 * seed + model.hashCode());
            double seconds = gap(random, rate);
            while (seconds * NANOS < length.toNanos()) {
                arrivals.add(new Arrival(model, Duration.ofNanos((long) (seconds * NANOS))));
                seconds += gap(random, rate);
            }
        });
        arrivals.sort(Comparator.comparing(Arrival::at).thenComparing(Arrival::model));
        return List.copyOf(arrivals);
    }

    private static double gap(Random random, double rate) {
        return -Math.log(1 - random.nextDouble()) / rate;
    }
}
