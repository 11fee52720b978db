package dev.bascule.reports.chart;

import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioWords;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario's readings in the order read, with the growth that was found in them as a line. Its slope is the figure's own;
 * it goes through the median of what the slope leaves, over the readings that the growth was made of: those after the
 * warm-up.
 *
 * @param figure the readings
 * @param growth the figure that says how they grow, where there is one
 */
public record SeriesChart(Figure figure, Optional<Figure> growth) implements ChartData {
    /** Fewer readings are better read than plotted. */
    private static final int ENOUGH = 5;

    /** A straight line from a reading on. */
    public record Trend(int from, double start, double slope) {}

    /** Empty where the readings are few, or a change, which has no axis from 0 on. */
    public static Optional<SeriesChart> of(Figure figure, ScenarioRun run) {
        boolean plottable = figure.samples().size() >= ENOUGH
                && figure.samples().stream().allMatch(value -> value >= 0 && Double.isFinite(value))
                && !figure.unit().contains("/");
        return plottable
                ? Optional.of(new SeriesChart(
                        figure,
                        ScenarioWords.growthOf(figure, run)
                                .filter(found -> found.value().isPresent())))
                : Optional.empty();
    }

    /** What a soak left, where there is something: its first readings in bytes. */
    public static Optional<SeriesChart> ofSoak(ScenarioRun run) {
        return run.observed().figures().stream()
                .filter(figure -> run.scenario().equals("soak") && figure.unit().equals("bytes"))
                .flatMap(figure -> of(figure, run).stream())
                .findFirst();
    }

    /** The growth over the readings that it was made of; empty where there is none. */
    public Optional<Trend> trend() {
        List<Double> values = figure.samples();
        return growth.filter(found -> found.samples().size() < values.size()).map(found -> {
            int from = values.size() - found.samples().size() - 1;
            double slope = found.value().orElseThrow();
            double[] rest = new double[values.size() - from];
            Arrays.setAll(rest, i -> values.get(from + i) - slope * i);
            Arrays.sort(rest);
            return new Trend(from, (rest[(rest.length - 1) / 2] + rest[rest.length / 2]) / 2, slope);
        });
    }

    /** What it shows, in words. */
    public String caption() {
        return figure.name() + ", in the order read"
                + growth.map(found -> "; line: " + FigureText.of(found)).orElse("");
    }

    @Override
    public String kind() {
        return "series";
    }

    @Override
    public Map<String, Object> fields() {
        Fields fields = new Fields()
                .with("name", figure.name())
                .with("unit", figure.unit())
                .with("values", figure.samples());
        trend().ifPresent(line -> fields.with(
                "trend",
                new Fields()
                        .with("from", (Object) line.from())
                        .with("start", line.start())
                        .with("slope", line.slope())
                        .all()));
        return fields.all();
    }
}
