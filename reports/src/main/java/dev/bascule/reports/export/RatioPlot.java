package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.scenario.FigureText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Ratios to a common base, a row each with its 95 % interval, on an axis on which equal factors are equally far apart. The
 * line at 1 is the base. All figures are in the plot's own units; the template only prints them. Immutable.
 */
public final class RatioPlot {
    private static final String RATIO = "ratio: ";
    private static final double LEFT = 108;
    private static final double RIGHT = 500;
    private static final double FIRST_ROW = 22;
    private static final double ROW = 30;
    /** Fewer ticks than this do not tell where one is. */
    private static final int FEW = 3;

    /** Room for a tick's label. */
    private static final double LABEL = 28;

    private static final List<double[]> TICKS = List.of(
            new double[] {0.001, 0.01, 0.1, 1, 10, 100, 1000},
            new double[] {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100},
            new double[] {0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5},
            DoubleStream.iterate(0.8, tick -> tick < 1.21, tick -> tick + 0.02).toArray());

    private final String base;
    private final ScenarioRun run;
    private final List<Figure> ratios;
    private final double low;
    private final double high;

    private RatioPlot(String base, ScenarioRun run, List<Figure> ratios) {
        this.base = base;
        this.run = run;
        this.ratios = List.copyOf(ratios);
        double least = ratios.stream().mapToDouble(RatioPlot::low).min().orElse(1);
        double most = ratios.stream().mapToDouble(RatioPlot::high).max().orElse(1);
        this.low = Math.min(least, 1) / 1.08;
        this.high = Math.max(most, 1) * 1.08;
    }

    /** The plot of a precision search or of levels of optimization; empty for anything else, or without a ratio. */
    public static Optional<RatioPlot> of(ScenarioRun run) {
        String base = switch (run.scenario()) {
            case "precision-search" -> "the model's own precision";
            case "optimization-levels" -> "no optimization";
            default -> "";
        };
        List<Figure> ratios = run.figures().stream()
                .filter(figure -> figure.name().startsWith(RATIO))
                .filter(figure -> figure.value().filter(value -> value > 0).isPresent())
                .toList();
        return base.isEmpty() || ratios.isEmpty() ? Optional.empty() : Optional.of(new RatioPlot(base, run, ratios));
    }

    private static double low(Figure ratio) {
        // An end at or below 0 has no place on an axis of factors.
        return ratio.interval()
                .map(Interval::low)
                .filter(end -> end > 0)
                .orElseGet(() -> ratio.value().orElseThrow());
    }

    private static double high(Figure ratio) {
        return ratio.interval()
                .map(Interval::high)
                .orElseGet(() -> ratio.value().orElseThrow());
    }

    private double x(double ratio) {
        return LEFT + (RIGHT - LEFT) * Math.log(ratio / low) / Math.log(high / low);
    }

    /**
     * A row.
     *
     * @param label what is held against the base
     * @param y its middle
     * @param textY of the text's line
     * @param x of the ratio
     * @param low end of the interval; empty without one
     * @param high the other end
     * @param text the ratio in figures
     * @param beside what else is known of it; blank where nothing is
     */
    public record Row(
            String label,
            String y,
            String textY,
            String x,
            Optional<String> low,
            Optional<String> high,
            String text,
            String beside) {}

    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            Figure ratio = ratios.get(i);
            double y = FIRST_ROW + ROW * (i + 0.5);
            String label = ratio.name().substring(RATIO.length());
            boolean interval = ratio.interval().isPresent();
            rows.add(new Row(
                    label,
                    SamplePlot.round(y),
                    SamplePlot.round(y + 4),
                    SamplePlot.round(x(ratio.value().orElseThrow())),
                    interval ? Optional.of(SamplePlot.round(x(low(ratio)))) : Optional.empty(),
                    interval ? Optional.of(SamplePlot.round(x(high(ratio)))) : Optional.empty(),
                    "× " + FigureText.of(ratio),
                    error(label)));
        }
        return rows;
    }

    private String error(String label) {
        return run.figures().stream()
                .filter(figure -> figure.name().equals("error: " + label))
                .findFirst()
                .map(figure -> "error " + FigureText.of(figure))
                .orElse("");
    }

    /** An upright line with its label. */
    public record Tick(String x, String label) {}

    public List<Tick> ticks() {
        List<Tick> ticks = List.of();
        for (double[] candidates : TICKS) {
            List<Tick> more = apart(candidates);
            ticks = more.size() > ticks.size() ? more : ticks;
            if (ticks.size() >= FEW) {
                break;
            }
        }
        return ticks;
    }

    /** Those within the plot, but those whose labels would touch the one before, or the base's. */
    private List<Tick> apart(double[] candidates) {
        List<Tick> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double tick : candidates) {
            double here = x(tick);
            boolean isBase = Math.abs(tick - 1) < 1e-9;
            boolean hasRoom = here - last >= LABEL && Math.abs(here - x(1)) >= LABEL;
            if (tick >= low && tick <= high && (isBase || hasRoom)) {
                ticks.add(new Tick(SamplePlot.round(here), label(tick)));
                last = here;
            }
        }
        return ticks;
    }

    private static String label(double tick) {
        return String.format(Locale.ROOT, "%.3f", tick).replaceAll("0+$", "").replaceAll("\\.$", "");
    }

    /** Where the base is. */
    public String one() {
        return SamplePlot.round(x(1));
    }

    public String top() {
        return SamplePlot.round(FIRST_ROW);
    }

    public String bottom() {
        return SamplePlot.round(FIRST_ROW + ROW * ratios.size());
    }

    public String tickY() {
        return SamplePlot.round(FIRST_ROW + ROW * ratios.size() + 16);
    }

    public String axisY() {
        return SamplePlot.round(FIRST_ROW + ROW * ratios.size() + 34);
    }

    /** Of the whole plot, which has as many rows as ratios. */
    public String height() {
        return SamplePlot.round(FIRST_ROW + ROW * ratios.size() + 42);
    }

    /** What the base is, in words. */
    public String base() {
        return base;
    }

    /** What it shows, in words. */
    public String caption() {
        return "Time of an inference against %s, in turn, with 95 %% interval; left of the dashed line is faster"
                .formatted(base);
    }

    /** The plot in words, for those who do not see it. */
    public String title() {
        return "times as long as with " + base + "; "
                + String.join(
                        "; ",
                        rows().stream()
                                .map(row -> row.label() + ": " + row.text().substring(2)
                                        + (row.beside().isEmpty() ? "" : ", " + row.beside()))
                                .toList());
    }
}
