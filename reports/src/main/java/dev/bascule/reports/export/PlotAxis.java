package dev.bascule.reports.export;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The axis of values of a plot, from its bottom to its top, in the plot's own units. It begins at 0 unless every value
 * lies well above it; the ticks say where it begins.
 *
 * @param bottom value at the bottom
 * @param top value at the top
 */
public record PlotAxis(double bottom, double top) {
    static final double TOP = 10;
    static final double BOTTOM = 148;

    /** A horizontal line with its label. */
    public record Tick(String y, String label) {}

    /** An axis on which all values from the least, which is not below 0, to the greatest have a place. */
    static PlotAxis of(double least, double greatest) {
        if (greatest <= 0) {
            return new PlotAxis(0, 1);
        }
        if (least < greatest / 3) {
            return new PlotAxis(0, step(greatest / 2) * 2);
        }
        double step = step(Math.max((greatest - least) / 2, greatest / 50));
        double bottom = Math.floor(least / step) * step;
        return new PlotAxis(bottom, bottom + 2 * step >= greatest ? bottom + 2 * step : bottom + 2 * step(step * 1.01));
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

    double y(double value) {
        return BOTTOM - (BOTTOM - TOP) * (value - bottom) / (top - bottom);
    }

    List<Tick> ticks(DoubleFunction<String> label) {
        List<Tick> ticks = new ArrayList<>();
        for (double share : new double[] {0, 0.5, 1}) {
            double value = bottom + (top - bottom) * share;
            ticks.add(new Tick(SamplePlot.round(y(value)), value == 0 ? "0" : label.apply(value)));
        }
        return ticks;
    }
}
