package dev.bascule.reports.format;

import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an attempt cost, as people read it. Stateless. */
public final class UsageText {
    /** What a throttled cell is, in one sentence. */
    public static final String THROTTLED =
            "throttled: something held the machine back while the cell was timed, so its times are not the machine's"
                    + " best.";

    private UsageText() {}

    /** A figure of a table: whose and what, the value, and its source or why there is none. */
    public record Line(String subject, String quantity, String value, String words) {}

    public static List<Line> lines(Usage usage) {
        return usage.figures().stream().map(UsageText::line).toList();
    }

    private static Line line(UsageFigure figure) {
        return new Line(
                figure.subject(),
                words(figure.quantity()),
                figure.reading()
                        .optional()
                        .map(value -> value(figure.quantity(), value))
                        .orElse("–"),
                figure.reading().words());
    }

    /** The figures that one asks for first, in one line; an unknown energy with its reason. */
    public static String headline(Usage usage) {
        List<String> parts = new ArrayList<>();
        usage.reading(Subjects.PROCESSES, Quantity.CPU_CORES)
                .optional()
                .ifPresent(cores -> parts.add("%s processors kept busy".formatted(Figures.significant(cores))));
        add(parts, usage, Subjects.OTHERS, Quantity.CPU_CORES, "others %s");
        add(parts, usage, Subjects.MACHINE, Quantity.CPU_UTILIZATION, "machine %s busy");
        add(parts, usage, Subjects.CPU, Quantity.FREQUENCY_MEDIAN, "%s");
        add(parts, usage, Subjects.CPU, Quantity.TEMPERATURE_MAX, "%s at most");
        usage.figures().stream()
                .filter(figure -> figure.quantity() == Quantity.GPU_UTILIZATION_MEAN)
                .forEach(figure -> add(parts, usage, figure.subject(), Quantity.GPU_UTILIZATION_MEAN, "GPU %s busy"));
        Reading<Double> energy = usage.reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE);
        parts.add(energy.optional()
                .map(joules -> value(Quantity.ENERGY_PER_INFERENCE, joules) + " each inference")
                .orElse("energy unknown: " + energy.words()));
        return String.join(" · ", parts);
    }

    private static void add(List<String> parts, Usage usage, String subject, Quantity quantity, String pattern) {
        usage.reading(subject, quantity)
                .optional()
                .ifPresent(value -> parts.add(pattern.formatted(value(quantity, value))));
    }

    /** Whether something held the machine back, as far as it was watched. */
    public static String throttling(Throttling throttling) {
        String causes = String.join(
                "; ", throttling.causes().stream().map(Throttling.Cause::detail).toList());
        String watched = throttling.watched().isEmpty()
                ? "nothing could be watched"
                : "watched: " + String.join(", ", throttling.watched());
        return (throttling.causes().isEmpty()
                        ? throttling.throttled().isPresent() ? "no throttling seen" : "throttling unknown"
                        : "throttled: " + causes)
                + " (" + watched + ")";
    }

    /** The same in a few words. */
    public static String verdict(Throttling throttling) {
        return throttling.causes().isEmpty()
                ? throttling.throttled().isPresent() ? "none seen" : "unknown"
                : String.join(
                        "; ",
                        throttling.causes().stream()
                                .map(Throttling.Cause::detail)
                                .toList());
    }

    /** {@code CPU utilization}: an id without its hyphens. */
    public static String words(Quantity quantity) {
        return quantity.id().replace('-', ' ').replace("cpu", "CPU").replace("gpu", "GPU");
    }

    public static String value(Quantity quantity, double value) {
        return switch (quantity.unit()) {
            case SHARE ->
                value > 0 && value < 0.1 ? String.format(Locale.ROOT, "%.1f %%", value * 100) : Figures.percent(value);
            case CORES -> Figures.significant(value);
            case MEGAHERTZ -> Figures.whole(Math.round(value)) + " MHz";
            case CELSIUS -> String.format(Locale.ROOT, "%.1f °C", value);
            case BYTES -> Figures.bytes((long) value);
            case WATTS -> Figures.significant(value) + " W";
            case JOULES ->
                Math.abs(value) < 1 ? Figures.significant(value * 1000) + " mJ" : Figures.significant(value) + " J";
        };
    }
}
