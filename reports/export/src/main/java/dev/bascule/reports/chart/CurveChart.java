package dev.bascule.reports.chart;

import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A quantity of a batch search over the batch.
 *
 * @param quantity throughput, latency or peak memory
 * @param points by batch, at least two
 * @param chosen the batch that the search chose
 */
public record CurveChart(String quantity, List<Point> points, OptionalInt chosen) implements ChartData {
    private static final Pattern NAME = Pattern.compile("(throughput|latency|peak memory): batch (\\d+)");

    public CurveChart {
        points = List.copyOf(points);
    }

    /** A size with its figure, which has a value. */
    public record Point(int batch, Figure figure) {}

    /** The curves of a batch search, throughput first; none of anything else, or where one size alone was measured. */
    public static List<CurveChart> of(ScenarioRun run) {
        if (!run.scenario().equals("batch-search")) {
            return List.of();
        }
        OptionalInt chosen = run.observed().figures().stream()
                .filter(figure -> figure.name().equals("chosen batch"))
                .flatMap(figure -> figure.value().stream())
                .mapToInt(Double::intValue)
                .findFirst();
        List<CurveChart> curves = new ArrayList<>();
        for (String quantity : List.of("throughput", "latency", "peak memory")) {
            List<Point> points = run.observed().figures().stream()
                    .flatMap(figure -> point(quantity, figure).stream())
                    .sorted(Comparator.comparingInt(Point::batch))
                    .toList();
            if (points.size() > 1) {
                curves.add(new CurveChart(quantity, points, chosen));
            }
        }
        return List.copyOf(curves);
    }

    private static Optional<Point> point(String quantity, Figure figure) {
        Matcher name = NAME.matcher(figure.name());
        return name.matches()
                        && name.group(1).equals(quantity)
                        && figure.value().isPresent()
                ? Optional.of(new Point(Integer.parseInt(name.group(2)), figure))
                : Optional.empty();
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
                + (chosen.isPresent() ? "; dashed line: the chosen batch, " + chosen.getAsInt() : "");
    }

    @Override
    public String kind() {
        return "curve";
    }

    @Override
    public Map<String, Object> fields() {
        Fields fields = new Fields()
                .with("quantity", quantity)
                .with("unit", points.get(0).figure().unit())
                .with(
                        "points",
                        points.stream()
                                .map(point -> new Fields()
                                        .with("batch", (Object) point.batch())
                                        .with("value", point.figure().value().orElseThrow())
                                        .withEnds(point.figure().interval())
                                        .all())
                                .toList());
        chosen.ifPresent(batch -> fields.with("chosen", (Object) batch));
        return fields.all();
    }
}
