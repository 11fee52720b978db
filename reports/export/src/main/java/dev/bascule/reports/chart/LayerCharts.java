package dev.bascule.reports.chart;

import dev.bascule.reports.quantization.ChangedLayer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bars of a variant's layers, a chart for each quantity. Stateless. */
public final class LayerCharts {
    /** Layers of a chart: the table has all. */
    public static final int MOST = 30;

    private LayerCharts() {}

    /** Those that do most harm alone first, where that was measured, else those that are furthest off. */
    public static List<ChangedLayer> worstFirst(List<ChangedLayer> layers) {
        boolean measured = layers.stream().anyMatch(layer -> layer.sensitivity().isPresent());
        Comparator<ChangedLayer> by = Comparator.comparingDouble(
                layer -> measured ? layer.sensitivity().orElse(0) : layer.error());
        return layers.stream().sorted(by.reversed()).toList();
    }

    /** Sensitivity where it was measured, bits, bytes and error; none where no layer was changed. */
    public static List<BarsChart> of(List<ChangedLayer> all) {
        List<ChangedLayer> layers = worstFirst(all).stream().limit(MOST).toList();
        if (layers.isEmpty()) {
            return List.of();
        }
        List<BarsChart> charts = new ArrayList<>();
        List<Integer> tried = layers.stream()
                .flatMap(layer -> layer.alone().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        if (!tried.isEmpty()) {
            charts.add(new BarsChart(
                    "What outputs lose when one layer alone has fewer bits",
                    "1",
                    tried.stream().map(bits -> bits + " bits").toList(),
                    layers.stream()
                            .map(layer -> new BarsChart.Row(layer.weight(), alone(layer)))
                            .toList()));
        }
        charts.add(new BarsChart(
                "Bits of an element",
                "bits",
                List.of("bits"),
                layers.stream()
                        .map(layer -> new BarsChart.Row(layer.weight(), Map.of("bits", (double) layer.bits())))
                        .toList()));
        charts.add(new BarsChart(
                "Bytes of each weight",
                "bytes",
                List.of("before", "after"),
                layers.stream()
                        .map(layer -> new BarsChart.Row(layer.weight(), bytes(layer)))
                        .toList()));
        charts.add(new BarsChart(
                "Error of each weight: root mean square, relative to the weight's",
                "1",
                List.of("error"),
                layers.stream()
                        .map(layer -> new BarsChart.Row(layer.weight(), error(layer)))
                        .toList()));
        return charts;
    }

    private static Map<String, Double> alone(ChangedLayer layer) {
        Map<String, Double> values = new LinkedHashMap<>();
        layer.alone().forEach((bits, loss) -> values.put(bits + " bits", loss));
        return values;
    }

    private static Map<String, Double> bytes(ChangedLayer layer) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("before", (double) layer.bytesBefore());
        values.put("after", (double) layer.bytesAfter());
        return values;
    }

    private static Map<String, Double> error(ChangedLayer layer) {
        return Double.isFinite(layer.error()) ? Map.of("error", layer.error()) : Map.of();
    }
}
