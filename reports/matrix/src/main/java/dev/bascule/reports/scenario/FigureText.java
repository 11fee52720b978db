package dev.bascule.reports.scenario;

import dev.bascule.fallback.run.Figure;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Figures of scenarios in words, in the unit that they carry. Stateless. */
public final class FigureText {
    private static final String PER_CYCLE = "/cycle";
    /** Below this a bare number is written with an exponent. */
    private static final double SMALL = 1e-3;

    private FigureText() {}

    /** The value with its 95 % interval; where the samples are too few or too quick for a value, how many there are. */
    public static String of(Figure figure) {
        return figure.value()
                .map(value -> amount(value, figure.unit())
                        + interval(figure).map(ends -> " (" + ends + ")").orElse(""))
                .orElseGet(() -> "too few or too quick (n = %d)"
                        .formatted(figure.samples().size()));
    }

    /** The interval; without its unit where it is of the value's size: {@code +52.4 to +74.4}. */
    public static Optional<String> interval(Figure figure) {
        return figure.interval().map(ends -> {
            String low = amount(ends.low(), figure.unit());
            String high = amount(ends.high(), figure.unit());
            String unit = figure.value()
                    .map(value -> unitOf(amount(value, figure.unit())))
                    .orElse("");
            return unitOf(low).equals(unit) && unitOf(high).equals(unit)
                    ? "%s to %s".formatted(without(low, unit), without(high, unit))
                    : low + " to " + high;
        });
    }

    private static String unitOf(String amount) {
        int blank = amount.indexOf(' ');
        return blank < 0 ? "" : amount.substring(blank);
    }

    private static String without(String amount, String unit) {
        return amount.substring(0, amount.length() - unit.length());
    }

    /** A quantity of a unit: {@code 12.5 ms}, {@code +64.2 kB/cycle}; a change always has its sign. */
    public static String amount(double value, String unit) {
        if (unit.endsWith(PER_CYCLE)) {
            String size = amount(Math.abs(value), unit.substring(0, unit.length() - PER_CYCLE.length()));
            return (value < 0 ? "−" : value > 0 ? "+" : "±") + size + PER_CYCLE;
        }
        String sign = value < 0 ? "−" : "";
        double size = Math.abs(value);
        return sign
                + switch (unit) {
                    case "ms" -> Figures.millis(size);
                    case "bytes" -> Figures.bytes(Math.round(size));
                    case "1" -> number(size);
                    default -> number(size) + " " + unit;
                };
    }

    private static String number(double size) {
        if (size == Math.rint(size) && size < 1e15) {
            return Figures.whole((long) size);
        }
        return size < SMALL ? Figures.scientific(size) : Figures.significant(size);
    }

    /** Every sample, in order: whole ones in full, others to four digits; the full doubles are in run.json. */
    public static String samples(Figure figure) {
        return figure.samples().stream().map(FigureText::sample).collect(Collectors.joining(", "));
    }

    private static String sample(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    /** {@code 30 samples in bytes}. */
    public static String count(Figure figure) {
        List<Double> samples = figure.samples();
        return Figures.counted(samples.size(), "sample") + (figure.unit().equals("1") ? "" : " in " + figure.unit());
    }
}
