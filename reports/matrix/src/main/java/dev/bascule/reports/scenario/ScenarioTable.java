package dev.bascule.reports.scenario;

import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All runs of one scenario side by side. Figures with names of two parts have a row for each second part; figures with
 * plain names stand in one row. Immutable.
 *
 * @param scenario its id
 * @param columns heads of the figures' columns, in the order in which they were first seen
 * @param hasParts whether rows are named within a run
 * @param rows the runs in order, each with at least one row
 */
public record ScenarioTable(String scenario, List<String> columns, boolean hasParts, List<Row> rows) {

    /**
     * @param run whose row it is
     * @param part what the row is of; empty where the table has no parts
     * @param cells one for each column
     * @param first whether it is the run's first
     * @param span how many rows the run has
     */
    public record Row(ScenarioRun run, String part, List<Optional<Figure>> cells, boolean first, int span) {}

    /** A table for each scenario, in the order in which they were first seen. */
    public static List<ScenarioTable> allOf(List<ScenarioRun> runs) {
        Map<String, List<ScenarioRun>> byScenario = new LinkedHashMap<>();
        runs.forEach(run -> byScenario
                .computeIfAbsent(run.scenario(), id -> new ArrayList<>())
                .add(run));
        List<ScenarioTable> tables = new ArrayList<>();
        byScenario.forEach((id, alike) -> tables.add(of(id, alike)));
        return tables;
    }

    private static ScenarioTable of(String scenario, List<ScenarioRun> runs) {
        boolean hasParts = runs.stream()
                .flatMap(run -> run.observed().figures().stream())
                .anyMatch(figure -> !FigureName.of(figure).isPlain());
        Map<ScenarioRun, Map<String, Map<String, Figure>>> placed = new IdentityHashMap<>();
        Set<String> columns = new LinkedHashSet<>();
        for (ScenarioRun run : runs) {
            Map<String, Map<String, Figure>> byPart = placed(run, hasParts);
            byPart.values().forEach(figures -> columns.addAll(figures.keySet()));
            placed.put(run, byPart);
        }
        List<Row> rows = new ArrayList<>();
        runs.forEach(run -> rows.addAll(rows(run, placed.getOrDefault(run, Map.of()), List.copyOf(columns))));
        return new ScenarioTable(scenario, List.copyOf(columns), hasParts, rows);
    }

    /** A run's figures by part and column; a second one of the same name gets a column of its own. */
    private static Map<String, Map<String, Figure>> placed(ScenarioRun run, boolean hasParts) {
        Map<String, Map<String, Figure>> byPart = new LinkedHashMap<>();
        for (Figure figure : run.observed().figures()) {
            FigureName name = FigureName.of(figure);
            Map<String, Figure> figures =
                    byPart.computeIfAbsent(hasParts ? name.row() : "", part -> new LinkedHashMap<>());
            String column = hasParts ? name.column() : figure.name();
            String free = column;
            for (int i = 2; figures.containsKey(free); i++) {
                free = column + " " + i;
            }
            figures.put(free, figure);
        }
        if (byPart.isEmpty()) {
            byPart.put("", Map.of());
        }
        return byPart;
    }

    private static List<Row> rows(ScenarioRun run, Map<String, Map<String, Figure>> byPart, List<String> columns) {
        List<Row> rows = new ArrayList<>();
        byPart.forEach((part, figures) -> rows.add(new Row(
                run,
                part,
                columns.stream()
                        .map(column -> Optional.ofNullable(figures.get(column)))
                        .toList(),
                rows.isEmpty(),
                byPart.size())));
        return rows;
    }

    /** The runs, in order. */
    public List<ScenarioRun> runs() {
        return rows.stream().filter(Row::first).map(Row::run).toList();
    }
}
