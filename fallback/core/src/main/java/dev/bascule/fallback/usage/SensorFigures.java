package dev.bascule.fallback.usage;

import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import java.util.ArrayList;
import java.util.List;

/** Figures made of what a sensor said at each look. Stateless. */
final class SensorFigures {
    private SensorFigures() {}

    static List<UsageFigure> figures(String subject, Sensor sensor, List<Reading<Double>> readings) {
        List<UsageFigure> figures = new ArrayList<>();
        List<Double> known = readings.stream()
                .flatMap(reading -> reading.optional().stream())
                .toList();
        if (known.isEmpty()) {
            figures.add(new UsageFigure(
                    subject, quantity(sensor), Reading.unknown(readings.get(0).words())));
            return figures;
        }
        String words = readings.stream()
                .filter(Reading::isKnown)
                .map(Reading::words)
                .findFirst()
                .orElseThrow();
        String source = sensor == Sensor.NOMINAL_FREQUENCY
                ? words
                : words + (known.size() == 1 ? ", 1 look" : ", %d looks".formatted(known.size()));
        double least = known.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = known.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double mean = known.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double figure = switch (sensor) {
            case FREQUENCY -> ThrottleJudge.median(known);
            case NOMINAL_FREQUENCY, TEMPERATURE, GPU_MEMORY -> most;
            case AVAILABLE_MEMORY -> least;
            case GPU_UTILIZATION, POWER -> mean;
        };
        if (sensor == Sensor.FREQUENCY) {
            figures.add(new UsageFigure(subject, Quantity.FREQUENCY_MIN, Reading.known(least, source)));
        }
        figures.add(new UsageFigure(subject, quantity(sensor), Reading.known(figure, source)));
        if (sensor == Sensor.FREQUENCY) {
            figures.add(new UsageFigure(subject, Quantity.FREQUENCY_MAX, Reading.known(most, source)));
        }
        return figures;
    }

    private static Quantity quantity(Sensor sensor) {
        return switch (sensor) {
            case FREQUENCY -> Quantity.FREQUENCY_MEDIAN;
            case NOMINAL_FREQUENCY -> Quantity.FREQUENCY_NOMINAL;
            case TEMPERATURE -> Quantity.TEMPERATURE_MAX;
            case AVAILABLE_MEMORY -> Quantity.MEMORY_AVAILABLE_MIN;
            case GPU_UTILIZATION -> Quantity.GPU_UTILIZATION_MEAN;
            case GPU_MEMORY -> Quantity.GPU_MEMORY_MAX;
            case POWER -> Quantity.POWER_SENSED_MEAN;
        };
    }
}
