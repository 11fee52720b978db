package dev.bascule.studies.scenario;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a soak read, cycle by cycle. Belongs to one thread. */
final class SoakLog {
    /** Over all processes. */
    static final String TOTAL = "total";

    private final int warmUp;
    private final Map<String, List<Double>> bytes = new LinkedHashMap<>();
    private final Map<String, List<Double>> millis = new LinkedHashMap<>();
    private final List<Figure> peaks = new ArrayList<>();
    private int cycles;

    /** @param warmUp first cycles that are no part of a growth */
    SoakLog(int warmUp) {
        this.warmUp = warmUp;
    }

    /** A cycle that came to its end. */
    void add(Optional<Double> create, Optional<Double> first, double warm, Map<String, Long> memory) {
        create.ifPresent(time -> add(millis, "create", time));
        first.ifPresent(time -> add(millis, "first inference", time));
        add(millis, "warm inference", warm);
        memory.forEach((kind, read) -> add(bytes, kind, read));
        cycles++;
    }

    private static void add(Map<String, List<Double>> all, String name, double value) {
        all.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }

    /** The peaks over all cycles. */
    void peaks(MemoryMeter.Reading reading) {
        peaks.add(Figure.single("peak, " + TOTAL, "bytes", reading.peakTotal()));
        reading.peakBytes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> peaks.add(Figure.single("peak, " + entry.getKey(), "bytes", entry.getValue())));
    }

    /** Cycles that came to their end. */
    int cycles() {
        return cycles;
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        bytes.forEach((kind, readings) ->
                growth("growth, " + kind, "bytes/cycle", readings).ifPresent(figures::add));
        bytes.forEach((kind, readings) -> figures.add(level("after dispose, " + kind, "bytes", readings)));
        figures.addAll(peaks);
        millis.forEach((phase, samples) -> figures.add(level(phase, "ms", samples)));
        growth("drift, warm inference", "ms/cycle", millis.getOrDefault("warm inference", List.of()))
                .ifPresent(figures::add);
        return figures;
    }

    /** All readings; the median of those after the warm-up stands for them. */
    private Figure level(String name, String unit, List<Double> readings) {
        double[] counted = counted(readings);
        return new Figure(
                name,
                unit,
                readings,
                counted.length == 0
                        ? Optional.empty()
                        : Optional.of(Samples.ofMillis(counted).median()),
                Optional.empty());
    }

    /** The change from each counted reading to the next; the slope through them all stands for them. */
    private Optional<Figure> growth(String name, String unit, List<Double> readings) {
        double[] counted = counted(readings);
        return Trend.of(counted).map(trend -> {
            List<Double> steps = new ArrayList<>();
            for (int i = 1; i < counted.length; i++) {
                steps.add(counted[i] - counted[i - 1]);
            }
            return new Figure(name, unit, steps, Optional.of(trend.slope()), trend.ci95());
        });
    }

    /** A kind of process that came or went on the way has no series to take a slope from. */
    private double[] counted(List<Double> readings) {
        return readings.size() < cycles
                ? new double[0]
                : readings.stream()
                        .skip(warmUp)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (cycles == 0) {
            return notes;
        }
        notes.add("the first %d of %d cycles count as warm-up: they are in the samples, not in growth and drift"
                .formatted(Math.min(warmUp, cycles), cycles));
        List<Trend> trends = new ArrayList<>();
        bytes.forEach((kind, readings) -> Trend.of(counted(readings)).ifPresent(trend -> {
            trends.add(trend);
            notes.add(verdict(kind, trend, Samples.ofMillis(counted(readings)).median()));
        }));
        if (trends.stream().anyMatch(Trend::grows)) {
            notes.add("what grows over %d cycles may be memory that no collector has taken back yet: more cycles tell"
                    .formatted(cycles));
        }
        return notes;
    }

    private static String verdict(String kind, Trend trend, double level) {
        if (trend.ci95().isEmpty()) {
            return "%s: %d readings are too few to tell growth".formatted(kind, trend.n());
        }
        Interval interval = trend.ci95().get();
        double scale = Math.max(Math.abs(interval.low()), Math.abs(interval.high()));
        if (scale == 0) {
            return "%s: the same in every cycle, as far as its counter tells".formatted(kind);
        }
        String how = "%s a cycle (95 %%: %s to %s), %s of its level"
                .formatted(
                        signed(trend.slope(), scale),
                        signed(interval.low(), scale),
                        signed(interval.high(), scale),
                        "%.2g %%".formatted(100 * Math.abs(trend.slope()) / level));
        if (trend.grows()) {
            return "%s: grows by %s".formatted(kind, how);
        }
        return trend.shrinks()
                ? "%s: shrinks by %s".formatted(kind, how)
                : "%s: no growth seen, %s".formatted(kind, how);
    }

    /** In the unit that suits the greatest of figures shown together. */
    private static String signed(double bytes, double scale) {
        return scale < 10_000
                ? "%+.0f B".formatted(bytes)
                : scale < 10_000_000 ? "%+.1f kB".formatted(bytes / 1e3) : "%+.1f MB".formatted(bytes / 1e6);
    }
}
