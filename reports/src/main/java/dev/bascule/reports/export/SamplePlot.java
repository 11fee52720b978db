package dev.bascule.reports.export;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.format.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * A small plot of every sample in the order measured, warm-up first, with a box beside it: quartiles, median and its
 * interval, whiskers to the last sample within 1.5 times the interquartile range (Tukey 1977). All figures are in the
 * plot's own units; the template only prints them.
 */
public final class SamplePlot {
    private static final double LEFT = 64;
    private static final double RIGHT = 640;

    private final Samples warmUp;
    private final Samples measured;
    private final PlotAxis axis;

    private SamplePlot(Samples warmUp, Samples measured) {
        this.warmUp = warmUp;
        this.measured = measured;
        double[] sorted = Samples.concat(List.of(warmUp, measured)).sorted();
        this.axis = PlotAxis.of(sorted[0], sorted[sorted.length - 1]);
    }

    /** A plot of samples; empty where there are none, since then there is nothing to show. */
    public static Optional<SamplePlot> of(Samples warmUp, Samples measured) {
        return measured.isEmpty() ? Optional.empty() : Optional.of(new SamplePlot(warmUp, measured));
    }

    private int all() {
        return warmUp.size() + measured.size();
    }

    private double x(int index) {
        return LEFT + 8 + (RIGHT - LEFT - 16) * (all() == 1 ? 0.5 : index / (all() - 1.0));
    }

    private double y(double millis) {
        return axis.y(millis);
    }

    /** Dots as one path of strokes without length, which round caps make dots: short, however many samples. */
    private String dots(Samples samples, int from) {
        StringBuilder path = new StringBuilder();
        double[] millis = samples.millis();
        for (int i = 0; i < millis.length; i++) {
            path.append('M')
                    .append(round(x(from + i)))
                    .append(' ')
                    .append(round(y(millis[i])))
                    .append("h0");
        }
        return path.toString();
    }

    public String warmUpDots() {
        return dots(warmUp, 0);
    }

    public String measuredDots() {
        return dots(measured, warmUp.size());
    }

    /** Where warm-up ends; empty where there was none. */
    public Optional<String> warmLine() {
        return warmUp.isEmpty() ? Optional.empty() : Optional.of(round((x(warmUp.size() - 1) + x(warmUp.size())) / 2));
    }

    public List<PlotAxis.Tick> ticks() {
        return axis.ticks(Figures::millis);
    }

    /** The box beside the dots. */
    public record Box(
            String low, String q1, String median, String q3, String high, Optional<Band> interval, String height) {}

    /** The interval of the median, from top to bottom. */
    public record Band(String y, String height) {}

    public Box box() {
        double[] sorted = measured.sorted();
        double q1 = quantile(sorted, 0.25);
        double q3 = quantile(sorted, 0.75);
        double reach = 1.5 * (q3 - q1);
        double low = Arrays.stream(sorted).filter(v -> v >= q1 - reach).min().orElse(q1);
        double high = Arrays.stream(sorted).filter(v -> v <= q3 + reach).max().orElse(q3);
        Optional<Band> band = Summary.of(measured).flatMap(Summary::ci95).map(this::band);
        return new Box(
                round(y(low)),
                round(y(q1)),
                round(y(measured.median())),
                round(y(q3)),
                round(y(high)),
                band,
                round(Math.max(1, y(q1) - y(q3))));
    }

    private Band band(Interval interval) {
        return new Band(round(y(interval.high())), round(Math.max(1, y(interval.low()) - y(interval.high()))));
    }

    private static double quantile(double[] sorted, double p) {
        return Quantile.withDefaults().evaluate(sorted.clone(), p);
    }

    /** The plot in words, for those who do not see it. */
    public String title() {
        double[] sorted = measured.sorted();
        return "%d samples%s: median %s, from %s to %s"
                .formatted(
                        measured.size(),
                        warmUp.isEmpty() ? "" : " after " + warmUp.size() + " of warm-up",
                        Figures.millis(measured.median()),
                        Figures.millis(sorted[0]),
                        Figures.millis(sorted[sorted.length - 1]));
    }

    public int warmUpCount() {
        return warmUp.size();
    }

    public int measuredCount() {
        return measured.size();
    }

    public String warmUpList() {
        return list(warmUp);
    }

    public String measuredList() {
        return list(measured);
    }

    static String round(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }

    /** The samples as text, four digits each; the full doubles are in run.json. */
    public static String list(Samples samples) {
        StringBuilder text = new StringBuilder();
        for (double millis : samples.millis()) {
            text.append(text.length() == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.4g", millis));
        }
        return text.toString();
    }
}
