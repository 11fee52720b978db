package dev.bascule.reports.chart;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Lines over a number such as a step.
 *
 * @param name what is drawn
 * @param over what the number is
 * @param unit of values; {@code 1} for none
 * @param log whether equal heights are equal factors, which takes values above 0
 * @param from where the axis begins; empty for wherever it fits
 * @param to where it ends
 * @param lines at least one
 */
public record LinesChart(
        String name, String over, String unit, boolean log, OptionalDouble from, OptionalDouble to, List<Line> lines)
        implements ChartData {

    /**
     * @param label for people
     * @param points in order; what is no number is left out
     */
    public record Line(String label, List<Point> points) {
        public Line {
            points = points.stream()
                    .filter(point -> Double.isFinite(point.value()))
                    .toList();
        }
    }

    /** A value at a number. */
    public record Point(long at, double value) {}

    public LinesChart {
        lines = List.copyOf(lines);
    }

    @Override
    public String kind() {
        return "lines";
    }

    @Override
    public Map<String, Object> fields() {
        Fields fields = new Fields()
                .with("name", (Object) name)
                .with("over", (Object) over)
                .with("unit", (Object) unit)
                .with("log", (Object) log);
        from.ifPresent(value -> fields.with("from", value));
        to.ifPresent(value -> fields.with("to", value));
        return fields.withRows(
                        "lines",
                        lines,
                        (row, line) -> row.with("label", (Object) line.label()).with("points", (Object)
                                line.points().stream()
                                        .map(point -> List.of(point.at(), Fields.rounded(point.value())))
                                        .toList()))
                .all();
    }
}
