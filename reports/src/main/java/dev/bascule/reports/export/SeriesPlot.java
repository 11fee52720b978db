package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioWords;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A small plot of a scenario's readings in the order read, with the growth that was found in them as a line. Its slope is
 * the figure's own; it goes through the median of what the slope leaves, over the readings that the growth was made of:
 * those after the warm-up. All figures are in the plot's own units; the template only prints them.
 */
public final class SeriesPlot {
    private static final double LEFT = 72;
    private static final double RIGHT = 708;
    /** Fewer readings are better read than plotted. */
    private static final int ENOUGH = 5;

    private final Figure figure;
    private final Optional<Figure> growth;
    private final double[] values;
    private final PlotAxis axis;

    private SeriesPlot(Figure figure, Optional<Figure> growth) {
        this.figure = figure;
        this.growth = growth.filter(found -> found.value().isPresent());
        this.values = figure.samples().stream().mapToDouble(Double::doubleValue).toArray();
        this.axis = PlotAxis.of(
                Arrays.stream(values).min().orElse(0),
                Arrays.stream(values).max().orElse(0));
    }

    /** A plot of a figure's readings; empty where they are few, or a change, which has no axis from 0 on. */
    public static Optional<SeriesPlot> of(Figure figure, ScenarioRun run) {
        boolean plottable = figure.samples().size() >= ENOUGH
                && figure.samples().stream().allMatch(value -> value >= 0 && Double.isFinite(value))
                && !figure.unit().contains("/");
        return plottable ? Optional.of(new SeriesPlot(figure, ScenarioWords.growthOf(figure, run))) : Optional.empty();
    }

    private double x(int index) {
        return LEFT + 8 + (RIGHT - LEFT - 16) * index / (values.length - 1.0);
    }

    public String dots() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            path.append('M')
                    .append(SamplePlot.round(x(i)))
                    .append(' ')
                    .append(SamplePlot.round(axis.y(values[i])))
                    .append("h0");
        }
        return path.toString();
    }

    public List<PlotAxis.Tick> ticks() {
        return axis.ticks(value -> FigureText.amount(value, figure.unit()));
    }

    /** A straight line. */
    public record Line(String x1, String y1, String x2, String y2) {}

    /** The growth as a line over the readings that it was made of. */
    public Optional<Line> trend() {
        return growth.filter(found -> found.samples().size() < values.length).map(found -> {
            int from = values.length - found.samples().size() - 1;
            double slope = found.value().orElseThrow();
            double[] rest = new double[values.length - from];
            Arrays.setAll(rest, i -> values[from + i] - slope * i);
            Arrays.sort(rest);
            double start = (rest[(rest.length - 1) / 2] + rest[rest.length / 2]) / 2;
            return new Line(
                    SamplePlot.round(x(from)),
                    SamplePlot.round(within(axis.y(start))),
                    SamplePlot.round(x(values.length - 1)),
                    SamplePlot.round(within(axis.y(start + slope * (rest.length - 1)))));
        });
    }

    private static double within(double y) {
        return Math.max(PlotAxis.TOP, Math.min(PlotAxis.BOTTOM, y));
    }

    /** What it shows, in words. */
    public String caption() {
        return figure.name() + ", in the order read"
                + growth.map(found -> "; line: " + FigureText.of(found)).orElse("");
    }

    /** The plot in words, for those who do not see it. */
    public String title() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return "%s: %d readings from %s to %s%s"
                .formatted(
                        figure.name(),
                        values.length,
                        FigureText.amount(sorted[0], figure.unit()),
                        FigureText.amount(sorted[sorted.length - 1], figure.unit()),
                        growth.map(found -> ", growth " + FigureText.of(found)).orElse(""));
    }
}
