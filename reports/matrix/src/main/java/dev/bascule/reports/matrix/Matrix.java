package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Models down, targets across. Immutable.
 *
 * @param rows in the order in which they were first seen
 * @param columns browsers before native, strict backends before chains
 * @param cells by row and column key; a cell that nobody ran is not there
 */
public record Matrix(List<Row> rows, List<Column> columns, Map<Place, MatrixCell> cells) {

    public Matrix {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = Map.copyOf(cells);
    }

    /**
     * @param label the model's name, with what sets the case apart where a model has several
     */
    public record Row(String key, String label, ModelInfo model) {}

    /**
     * @param group the browser or {@code native}, with the machine where there are several
     * @param label the backend, or the chain
     * @param software whether any of its cells ran on a software adapter
     * @param version that all of its cells ran with, where columns are set apart by it
     * @param absent why nothing, or not everything, was run in it, where it is there all the same
     */
    public record Column(
            String key,
            String group,
            String label,
            Chain chain,
            Side side,
            boolean software,
            Optional<String> version,
            Optional<String> absent) {

        /** One of any version, in which something was run. */
        public Column(String key, String group, String label, Chain chain, Side side, boolean software) {
            this(key, group, label, chain, side, software, Optional.empty(), Optional.empty());
        }

        /** The label, with what is to be known of a software adapter: {@code webgpu (software)}. */
        public String title() {
            return software ? label + " (software)" : label;
        }
    }

    /** A row's and a column's key. */
    public record Place(String row, String column) {}

    /** The matrix of one run. */
    public static Matrix of(RunRecord record) {
        return of(CaseResult.allOf(record));
    }

    /**
     * The matrix of these case runs, the newest run first. Of several runs that have a cell the first is taken; where that
     * run has several case runs for it, the worst of them. What the others came to is told beside it.
     */
    public static Matrix of(Collection<CaseResult> caseResults) {
        boolean manyMachines = caseResults.stream()
                        .map(caseResult -> caseResult.machine().fingerprint())
                        .distinct()
                        .count()
                > 1;
        Map<String, List<MatrixCell>> byRow = new LinkedHashMap<>();
        Map<String, List<MatrixCell>> byColumn = new LinkedHashMap<>();
        Map<Place, List<MatrixCell>> alike = new LinkedHashMap<>();
        Map<Place, List<CaseResult>> older = new LinkedHashMap<>();
        for (CaseResult caseResult : caseResults) {
            CellKey key = CellKey.of(caseResult.run());
            Place place = new Place(key.row(), caseResult.machine().fingerprint() + "|" + key.column());
            List<MatrixCell> there = alike.computeIfAbsent(place, newPlace -> new ArrayList<>());
            if (there.isEmpty() || there.get(0).caseResult().runId().equals(caseResult.runId())) {
                there.add(MatrixCell.of(caseResult));
            } else {
                older.computeIfAbsent(place, newPlace -> new ArrayList<>()).add(caseResult);
            }
        }
        Map<Place, MatrixCell> cells = new LinkedHashMap<>();
        alike.forEach((place, found) -> {
            MatrixCell cell = MatrixCell.worst(found).after(older.getOrDefault(place, List.of()));
            cells.put(place, cell);
            byRow.computeIfAbsent(place.row(), row -> new ArrayList<>()).add(cell);
            byColumn.computeIfAbsent(place.column(), column -> new ArrayList<>())
                    .add(cell);
        });
        return new Matrix(rows(byRow), columns(byColumn, manyMachines), cells);
    }

    private static List<Row> rows(Map<String, List<MatrixCell>> byRow) {
        Map<String, Long> ofModel = new LinkedHashMap<>();
        byRow.values().forEach(cells -> ofModel.merge(name(cells), 1L, Long::sum));
        List<Row> rows = new ArrayList<>();
        byRow.forEach((key, cells) -> {
            var run = cells.get(0).run();
            String label = RowLabel.of(
                    name(cells),
                    run.caseId().name(),
                    CellKey.settings(run),
                    ofModel.getOrDefault(name(cells), 1L) == 1);
            rows.add(new Row(key, label, run.model()));
        });
        return rows.stream()
                .map(row -> rows.stream()
                                        .filter(other -> other.label().equals(row.label()))
                                        .count()
                                == 1
                        ? row
                        : new Row(
                                row.key(),
                                row.label() + " sha " + shortened(row.model().sha256()),
                                row.model()))
                .toList();
    }

    private static String name(List<MatrixCell> cells) {
        return cells.get(0).run().model().name();
    }

    private static List<Column> columns(Map<String, List<MatrixCell>> byColumn, boolean manyMachines) {
        List<Column> columns = new ArrayList<>();
        byColumn.forEach((key, cells) -> {
            MatrixCell any = cells.get(0);
            String machine =
                    manyMachines ? " @" + shortened(any.caseResult().machine().fingerprint()) : "";
            columns.add(new Column(
                    key,
                    CellKey.where(any.run()) + machine,
                    any.run().chain()
                            + CellKey.device(any.run())
                                    .map(index -> " #" + index)
                                    .orElse(""),
                    any.run().chain(),
                    any.run().chain().first().side(),
                    cells.stream().anyMatch(MatrixCell::isSoftware)));
        });
        columns.sort(Comparator.<Column, Side>comparing(Column::side)
                .thenComparing(column -> firstOf(columns, column.group()))
                .thenComparing(column -> !column.chain().isStrict()));
        return columns.stream()
                .map(column -> distinct(column, columns, byColumn.getOrDefault(column.key(), List.of())))
                .toList();
    }

    private static int firstOf(List<Column> columns, String group) {
        return columns.stream().map(Column::group).distinct().toList().indexOf(group);
    }

    private static String shortened(String fingerprint) {
        return fingerprint.substring(0, Math.min(8, fingerprint.length()));
    }

    /** Two columns of one browser and chain differ in device or engine: then the label says so. */
    private static Column distinct(Column column, List<Column> columns, List<MatrixCell> cells) {
        List<Column> alike = columns.stream()
                .filter(other ->
                        other.group().equals(column.group()) && other.label().equals(column.label()))
                .toList();
        if (cells.isEmpty()) {
            return column;
        }
        Target target = cells.get(0).run().attempts().get(0).target();
        String device = target.deviceType().name().toLowerCase(Locale.ROOT);
        return new Column(
                column.key(),
                column.group(),
                alike.size() == 1
                        ? column.chain().isStrict()
                                ? CellKey.backend(target)
                                        + CellKey.device(cells.get(0).run())
                                                .map(index -> " #" + index)
                                                .orElse("")
                                : column.label()
                        : "%s %s %s"
                                .formatted(
                                        column.label(), device, target.engine().name()),
                column.chain(),
                column.side(),
                column.software());
    }

    /** The same, with the rows that have such a cell before the others. */
    public Matrix beginningWith(Predicate<MatrixCell> urgent) {
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing((Row row) ->
                columns.stream().flatMap(column -> cell(row, column).stream()).noneMatch(urgent)));
        return new Matrix(sorted, columns, cells);
    }

    /** Whether its rows are conformance cases, and no models that somebody uses. */
    public boolean holdsCases() {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.model().task().equals(ModelInfo.CONFORMANCE));
    }

    /** How often each verdict occurs in a column, best first. */
    public Map<Verdict, Integer> counts(Column column) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        rows.forEach(row -> cell(row, column).ifPresent(cell -> counts.merge(cell.verdict(), 1, Integer::sum)));
        return counts;
    }

    public Optional<MatrixCell> cell(Row row, Column column) {
        return Optional.ofNullable(cells.get(new Place(row.key(), column.key())));
    }

    /** The cells in reading order. */
    public List<MatrixCell> inOrder() {
        return rows.stream()
                .flatMap(row -> columns.stream().flatMap(column -> cell(row, column).stream()))
                .toList();
    }

    /** How many cells' machine was noticed to be busy with something else while they were timed, and what was noticed. */
    public record Noise(int cells, int timed, String first) {
        @Override
        public String toString() {
            return "%d of %s %s measured on a busy machine (the first: %s)"
                    .formatted(cells, Figures.counted(timed, "timed cell"), cells == 1 ? "was" : "were", first);
        }
    }

    /** Empty where no noise was noticed. What several cells show was measured once, and counts once. */
    public Optional<Noise> noise() {
        Set<CaseResult.Shown> counted = new HashSet<>();
        List<Timing> timings = inOrder().stream()
                .filter(cell -> counted.add(cell.caseResult().shown()))
                .flatMap(cell -> cell.decisive().measured().timing().stream())
                .toList();
        List<String> noises =
                timings.stream().flatMap(timing -> timing.noise().stream()).toList();
        return noises.stream().findFirst().map(first -> new Noise(noises.size(), timings.size(), first));
    }

    /** The groups in order, each with its columns. */
    public Map<String, List<Column>> groups() {
        Map<String, List<Column>> groups = new LinkedHashMap<>();
        columns.forEach(column -> groups.computeIfAbsent(column.group(), group -> new ArrayList<>())
                .add(column));
        return groups;
    }
}
