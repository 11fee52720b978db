package dev.bascule.reports.export;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * A small plot of every sample in the order measured, warm-up first, with a box beside it: quartiles, median and its
 * interval, whiskers to the last sample within 1.5 times the interquartile range (Tukey 1977). The axis begins at 0
 * unless every sample lies well above it; the ticks say where it begins. All figures are in the plot's own units; the
 * template only prints them.
 */
public final class SamplePlot {
    private static final double LEFT = 64;
    private static final double RIGHT = 640;
    private static final double TOP = 10;
    private static final double BOTTOM = 148;

    private final Samples warmUp;
    private final Samples measured;
    private final double bottom;
    private final double top;

    private SamplePlot(Samples warmUp, Samples measured) {
        this.warmUp = warmUp;
        this.measured = measured;
        double greatest = Samples.concat(List.of(warmUp, measured)).sorted()[warmUp.size() + measured.size() - 1];
        double least = Samples.concat(List.of(warmUp, measured)).sorted()[0];
        if (greatest <= 0) {
            this.bottom = 0;
            this.top = 1;
        } else if (least < greatest / 3) {
            this.bottom = 0;
            this.top = step(greatest / 2) * 2;
        } else {
            double step = step(Math.max((greatest - least) / 2, greatest / 50));
            this.bottom = Math.floor(least / step) * step;
            this.top = bottom + 2 * step >= greatest ? bottom + 2 * step : bottom + 2 * step(step * 1.01);
        }
    }

    /** A plot of samples; empty where there are none, since then there is nothing to show. */
    public static Optional<SamplePlot> of(Samples warmUp, Samples measured) {
        return measured.isEmpty() ? Optional.empty() : Optional.of(new SamplePlot(warmUp, measured));
    }

    /** The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten. */
    static double step(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : new double[] {1, 1.5, 2, 3, 4, 5, 6, 8}) {
            if (step * power >= value) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private int all() {
        return warmUp.size() + measured.size();
    }

    private double x(int index) {
        return LEFT + 8 + (RIGHT - LEFT - 16) * (all() == 1 ? 0.5 : index / (all() - 1.0));
    }

    private double y(double millis) {
        return BOTTOM - (BOTTOM - TOP) * (millis - bottom) / (top - bottom);
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

    /** A horizontal line with its label. */
    public record Tick(String y, String label) {}

    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        for (double share : new double[] {0, 0.5, 1}) {
            double millis = bottom + (top - bottom) * share;
            ticks.add(new Tick(round(y(millis)), millis == 0 ? "0" : Figures.millis(millis)));
        }
        return ticks;
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
