package dev.bascule.bridge.dashboard.view;

import dev.bascule.reports.chart.ChartData;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A chart that the page draws as it comes. Immutable.
 *
 * @param caption what it shows
 * @param chart its kind and fields, as {@code data.ts} of the charts names them
 */
record DrawnChart(String caption, Map<String, Object> chart) {
    static DrawnChart of(String caption, ChartData data) {
        Map<String, Object> chart = new LinkedHashMap<>();
        chart.put("kind", data.kind());
        chart.putAll(data.fields());
        return new DrawnChart(caption, chart);
    }
}
