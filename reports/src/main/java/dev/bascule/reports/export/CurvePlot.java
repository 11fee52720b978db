package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.reports.scenario.FigureText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A quantity of a batch search over the batch: a point for each size with its 95 % interval, on an axis on which a doubling
 * is a step. All figures are in the plot's own units; the template only prints them. Immutable.
 */
public final class CurvePlot {
    private static final double LEFT = 72;
    private static final double RIGHT = 708;
    private static final Pattern NAME = Pattern.compile("(throughput|latency|peak memory): batch (\\d+)");

    /** A size with its figure. */
    private record Point(int batch, Figure figure) {
        double value() {
            return figure.value().orElseThrow();
        }

        double low() {
            return figure.interval().map(ends -> ends.low()).orElse(value());
        }

        double high() {
            return figure.interval().map(ends -> ends.high()).orElse(value());
        }
    }

    private final String quantity;
    private final List<Point> points;
    private final OptionalInt chosen;
    private final PlotAxis axis;

    private CurvePlot(String quantity, List<Point> points, OptionalInt chosen) {
        this.quantity = quantity;
        this.points = points;
        this.chosen = chosen;
        this.axis = PlotAxis.of(
                points.stream().mapToDouble(Point::low).min().orElse(0),
                points.stream().mapToDouble(Point::high).max().orElse(0));
    }

    /** The plots of a batch search, throughput first; none of anything else, or where one size alone was measured. */
    public static List<CurvePlot> of(ScenarioRun run) {
        if (!run.scenario().equals("batch-search")) {
            return List.of();
        }
        OptionalInt chosen = run.figures().stream()
                .filter(figure -> figure.name().equals("chosen batch"))
                .flatMap(figure -> figure.value().stream())
                .mapToInt(Double::intValue)
                .findFirst();
        List<CurvePlot> plots = new ArrayList<>();
        for (String quantity : List.of("throughput", "latency", "peak memory")) {
            List<Point> points = run.figures().stream()
                    .flatMap(figure -> point(quantity, figure).stream())
                    .sorted(Comparator.comparingInt(Point::batch))
                    .toList();
            if (points.size() > 1) {
                plots.add(new CurvePlot(quantity, points, chosen));
            }
        }
        return List.copyOf(plots);
    }

    private static Optional<Point> point(String quantity, Figure figure) {
        Matcher name = NAME.matcher(figure.name());
        return name.matches()
                        && name.group(1).equals(quantity)
                        && figure.value().isPresent()
                ? Optional.of(new Point(Integer.parseInt(name.group(2)), figure))
                : Optional.empty();
    }

    private double x(int batch) {
        double least = Math.log(points.get(0).batch());
        double most = Math.log(points.get(points.size() - 1).batch());
        return LEFT + 20 + (RIGHT - LEFT - 40) * (Math.log(batch) - least) / (most - least);
    }

    /** The line from point to point. */
    public String line() {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(place(point));
        }
        return path.toString();
    }

    public String dots() {
        StringBuilder path = new StringBuilder();
        points.forEach(point -> path.append('M').append(place(point)).append("h0"));
        return path.toString();
    }

    private String place(Point point) {
        return SamplePlot.round(x(point.batch())) + " " + SamplePlot.round(axis.y(point.value()));
    }

    /** An upright line. */
    public record Bar(String x, String y1, String y2) {}

    /** The intervals. */
    public List<Bar> bars() {
        return points.stream()
                .filter(point -> point.figure().interval().isPresent())
                .map(point -> new Bar(
                        SamplePlot.round(x(point.batch())),
                        SamplePlot.round(axis.y(point.low())),
                        SamplePlot.round(axis.y(point.high()))))
                .toList();
    }

    /** Where the chosen size is, from the top to the bottom. */
    public Optional<Bar> chosen() {
        return chosen.isPresent() && points.stream().anyMatch(point -> point.batch() == chosen.getAsInt())
                ? Optional.of(new Bar(
                        SamplePlot.round(x(chosen.getAsInt())),
                        SamplePlot.round(PlotAxis.TOP),
                        SamplePlot.round(PlotAxis.BOTTOM)))
                : Optional.empty();
    }

    /** A label below the axis. */
    public record Mark(String x, String label) {}

    /** The sizes, but those whose labels would touch the one before. */
    public List<Mark> marks() {
        List<Mark> marks = new ArrayList<>();
        double last = -100;
        for (Point point : points) {
            double here = x(point.batch());
            if (here - last >= 24) {
                marks.add(new Mark(SamplePlot.round(here), Integer.toString(point.batch())));
                last = here;
            }
        }
        return marks;
    }

    public List<PlotAxis.Tick> ticks() {
        // The axis has room for a short unit only; the caption says what is counted.
        String unit = points.get(0).figure().unit();
        return axis.ticks(value -> FigureText.amount(value, unit).replace(" inferences/s", "/s"));
    }

    /** What it shows, in words. */
    public String caption() {
        String made = switch (quantity) {
            case "throughput" -> "Throughput over the batch: inferences (rows) a second, by the median latency";
            case "latency" -> "Latency over the batch: median of an inference of so many rows";
            default -> "Peak memory of the runner's processes over the batch";
        };
        return made
                + (quantity.equals("peak memory") ? "" : ", with 95 % interval")
                + (chosen.isPresent() ? "; upright line: the chosen batch, " + chosen.getAsInt() : "");
    }

    /** The plot in words, for those who do not see it. */
    public String title() {
        List<String> words = points.stream()
                .map(point -> "batch %d: %s".formatted(point.batch(), FigureText.of(point.figure())))
                .toList();
        return quantity + " over the batch; " + String.join("; ", words);
    }
}
