package dev.bascule.reports.chart;

import dev.bascule.reports.quantization.WeightCounts;
import java.util.Map;

/**
 * How many elements of a weight lie where, before and after.
 *
 * @param name of the weight
 */
public record HistogramChart(String name, WeightCounts counts) implements ChartData {
    @Override
    public String kind() {
        return "histogram";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with("name", (Object) name)
                .with("low", counts.low())
                .with("high", counts.high())
                .with("before", (Object) counts.before())
                .with("after", (Object) counts.after())
                .all();
    }
}
