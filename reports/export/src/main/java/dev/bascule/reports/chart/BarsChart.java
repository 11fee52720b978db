package dev.bascule.reports.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bars of names, one or several each.
 *
 * @param name of what is drawn
 * @param unit of the values; {@code 1} for none
 * @param series names of a row's bars, in order
 * @param rows at least one
 */
public record BarsChart(String name, String unit, List<String> series, List<Row> rows) implements ChartData {
    /**
     * @param label for people
     * @param values by the name of a bar, finite and not below 0; what was not measured is not there
     */
    public record Row(String label, Map<String, Double> values) {
        public Row {
            values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    public BarsChart {
        series = List.copyOf(series);
        rows = List.copyOf(rows);
    }

    @Override
    public String kind() {
        return "bars";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with("name", (Object) name)
                .with("unit", (Object) unit)
                .with("series", (Object) series)
                .withRows("rows", rows, (fields, row) -> {
                    Fields values = new Fields();
                    row.values().forEach((bar, value) -> values.with(bar, value.doubleValue()));
                    return fields.with("label", (Object) row.label()).with("values", (Object) values.all());
                })
                .all();
    }
}
