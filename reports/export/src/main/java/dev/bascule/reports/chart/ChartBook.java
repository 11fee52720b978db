package dev.bascule.reports.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** The charts of one page, in the order in which its templates place them. Not thread-safe. */
public final class ChartBook {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, ChartData> charts = new LinkedHashMap<>();

    /**
     * Takes a chart in.
     *
     * @return the id of the element that it is to be drawn in
     */
    public String place(ChartData chart) {
        String id = "chart-" + (charts.size() + 1);
        charts.put(id, chart);
        return id;
    }

    /** How many were placed. */
    public int size() {
        return charts.size();
    }

    /** All of them by id, as JSON that may stand in a script element: it holds no {@code <}. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        charts.forEach((id, chart) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("kind", chart.kind());
            one.putAll(chart.fields());
            all.put(id, one);
        });
        try {
            return JSON.writeValueAsString(all).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain maps are always JSON", e);
        }
    }
}
