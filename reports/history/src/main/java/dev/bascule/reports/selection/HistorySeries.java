package dev.bascule.reports.selection;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.change.CellSeries;
import dev.bascule.reports.change.CellSeries.Point;
import dev.bascule.reports.history.CellSummary;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixPage.Column;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.history.SeriesPoint;
import dev.bascule.reports.matrix.CellPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads the cells of a history over time. A column of the matrix has a browser's major version in it; a series goes on when that
 * changes, since that is what it is to show. What a chain reached is each point's own, and analyzed apart. Stateless.
 */
public final class HistorySeries {
    private HistorySeries() {}

    /** What a cell is when versions are left out. */
    private record Lasting(
            String machine,
            String row,
            String browser,
            String engine,
            List<String> chain,
            String deviceType,
            String device) {}

    /**
     * The series of the cells that a query chooses, in the order of the matrix; operator cases, which nobody times, are left out.
     *
     * @param query whose pages are all read
     */
    public static List<CellSeries> of(History history, MatrixQuery query) {
        Map<Lasting, List<CellPlace>> places = new LinkedHashMap<>();
        Map<Lasting, String> labels = new LinkedHashMap<>();
        MatrixPage page = history.matrixPage(query.page(0));
        for (int number = 0; ; number++) {
            collect(page, places, labels);
            if ((long) (number + 1) * query.page().size() >= page.totals().rows()) {
                break;
            }
            page = history.matrixPage(query.page(number + 1));
        }
        Map<Lasting, String> targets = targets(labels);
        List<CellSeries> series = new ArrayList<>();
        places.forEach((lasting, all) -> {
            List<Point> points = EqualSamples.once(
                    all.stream()
                            .flatMap(place -> history.series(place).stream())
                            .filter(point -> point.cell().began())
                            .map(HistorySeries::point)
                            .toList(),
                    Point::samples);
            if (!points.isEmpty()) {
                series.add(new CellSeries(
                        labels.getOrDefault(lasting, lasting.row()),
                        targets.getOrDefault(lasting, target(lasting)),
                        lasting.machine(),
                        Set.copyOf(all),
                        points));
            }
        });
        return series;
    }

    private static void collect(MatrixPage page, Map<Lasting, List<CellPlace>> places, Map<Lasting, String> labels) {
        Map<String, MatrixPage.Row> rows = page.rows().stream()
                .filter(row -> !row.task().equals(ModelInfo.CONFORMANCE))
                .collect(Collectors.toMap(MatrixPage.Row::key, row -> row));
        Map<List<String>, Column> columns = page.columns().stream()
                .collect(Collectors.toMap(column -> List.of(column.machine(), column.key()), column -> column));
        for (CellSummary cell : page.cells()) {
            MatrixPage.Row row = rows.get(cell.place().row());
            Column column =
                    columns.get(List.of(cell.place().machine(), cell.place().column()));
            if (row != null && column != null) {
                Lasting lasting = new Lasting(
                        column.machine(),
                        row.key(),
                        column.browser().orElse(""),
                        column.engine(),
                        column.chain(),
                        column.deviceType().map(Enum::name).orElse(""),
                        column.device().orElse(""));
                places.computeIfAbsent(lasting, key -> new ArrayList<>()).add(cell.place());
                labels.put(lasting, row.label());
            }
        }
    }

    /** Where series are, with as much said as tells them apart. */
    private static Map<Lasting, String> targets(Map<Lasting, String> labels) {
        Map<List<String>, List<Lasting>> alike = labels.keySet().stream()
                .collect(Collectors.groupingBy(lasting ->
                        List.of(lasting.machine(), labels.getOrDefault(lasting, lasting.row()), target(lasting))));
        Map<Lasting, String> targets = new HashMap<>();
        alike.values().forEach(all -> {
            boolean devices = all.stream().map(Lasting::deviceType).distinct().count() > 1;
            boolean engines = all.stream().map(Lasting::engine).distinct().count() > 1;
            all.forEach(lasting -> targets.put(
                    lasting,
                    target(lasting)
                            + (devices && !lasting.deviceType().isEmpty()
                                    ? " on " + lasting.deviceType().toLowerCase(Locale.ROOT)
                                    : "")
                            + (engines ? " with " + lasting.engine() : "")));
        });
        return targets;
    }

    private static String target(Lasting lasting) {
        String chain = String.join("→", lasting.chain()) + (lasting.device().isEmpty() ? "" : " #" + lasting.device());
        return lasting.browser().isEmpty() ? chain : chain + " in " + lasting.browser();
    }

    private static Point point(SeriesPoint point) {
        SortedMap<String, String> versions = new TreeMap<>();
        point.software().forEach((name, version) -> {
            // What the target did not use is no reason for its speed.
            if (name.startsWith("driver") || name.equals("kernel")) {
                versions.put(name, version);
            }
        });
        point.target().browser().ifPresent(browser -> {
            versions.put("browser " + browser.name(), browser.version());
            versions.put("flags", browser.flags().stream().sorted().collect(Collectors.joining(" ")));
        });
        versions.put(
                "engine " + point.target().engine().name(),
                point.target().engine().version());
        point.target().engine().build().ifPresent(build -> versions.put("build", build));
        return new Point(
                point.cell().startedAt(),
                point.cell().caseRun().runId(),
                point.cell().verdict(),
                point.samples(),
                point.cell().noise().isPresent() || point.cell().throttled(),
                point.reached(),
                versions,
                Optional.of(point.measurement()),
                point.conditions());
    }
}
