package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Operators, opsets and dtypes down, targets across. A case of one node speaks for its operator; of a case of several
 * nodes, a pass speaks for all of them that its outputs follow, and a failure blames none. Immutable.
 *
 * @param rows the worst first
 * @param columns strict targets, as the matrix of models names them
 * @param cells by row and column; what nobody ran is not there
 * @param composed cases of several nodes by column key, each counted once
 * @param sources the runs that count, newest first, with how many of their case runs
 * @param unread case runs whose model's operators are not known: written by an earlier build
 * @param chains case runs of chains, which do not count: they go on to another backend
 */
public record OperatorCoverage(
        List<OperatorKey> rows,
        List<Matrix.Column> columns,
        Map<Place, OperatorCell> cells,
        Map<String, VerdictCounts> composed,
        List<Source> sources,
        int unread,
        int chains) {

    public OperatorCoverage {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = Map.copyOf(cells);
        composed = Map.copyOf(composed);
        sources = List.copyOf(sources);
    }

    /** A row and a column's key. */
    public record Place(OperatorKey row, String column) {}

    /** How many case runs are from a run. */
    public record Source(String runId, int caseRuns) {}

    /**
     * A column in sum.
     *
     * @param operators rows that have cases of that one node there
     * @param right of these, the rows where every such case is right
     * @param alone cases of one node
     * @param composed cases of several nodes
     */
    public record Total(int operators, int right, VerdictCounts alone, VerdictCounts composed) {}

    /** Of each case and target the newest run's result, where it was run at all. */
    public static OperatorCoverage of(Collection<CaseResult> caseResults) {
        return of(Matrix.of(caseResults.stream().filter(CaseResult::isTelling).toList()));
    }

    /** Of the cells of this matrix. */
    public static OperatorCoverage of(Matrix matrix) {
        return of(matrix, cell -> true);
    }

    /** Of those cells of this matrix that count; its columns are all there. */
    static OperatorCoverage of(Matrix matrix, Predicate<CaseResult> counts) {
        Map<Place, List<CaseRun>> alone = new HashMap<>();
        Map<Place, List<CaseRun>> composed = new HashMap<>();
        Map<String, VerdictCounts> compositions = new HashMap<>();
        Map<String, Integer> sources = new LinkedHashMap<>();
        int unread = 0;
        int chains = 0;
        for (Matrix.Column column : matrix.columns()) {
            for (Matrix.Row row : matrix.rows()) {
                MatrixCell cell = matrix.cells().get(new Matrix.Place(row.key(), column.key()));
                if (cell == null || !cell.caseResult().isTelling() || !counts.test(cell.caseResult())) {
                    continue;
                }
                ModelInfo model = cell.run().model();
                if (!column.chain().isStrict()) {
                    chains++;
                } else if (model.signatures().isEmpty()) {
                    unread++;
                } else {
                    sources.merge(cell.caseResult().runId(), 1, Integer::sum);
                    boolean single = nodes(model) == 1;
                    if (!single) {
                        compositions.merge(
                                column.key(), VerdictCounts.of(List.of(cell.verdict())), VerdictCounts::plus);
                    }
                    Map<Place, List<CaseRun>> into = single ? alone : composed;
                    model.signatures().stream()
                            .filter(operator -> operator.influencing() > 0)
                            .map(OperatorKey::of)
                            .distinct()
                            .forEach(key -> into.computeIfAbsent(
                                            new Place(key, column.key()), place -> new ArrayList<>())
                                    .add(cell.run()));
                }
            }
        }
        List<Matrix.Column> columns = matrix.columns().stream()
                .filter(column -> column.chain().isStrict())
                .toList();
        Map<Place, OperatorCell> cells = cells(alone, composed);
        return new OperatorCoverage(sorted(cells), columns, cells, compositions, newestFirst(sources), unread, chains);
    }

    static int nodes(ModelInfo model) {
        return model.signatures().stream().mapToInt(OperatorSignature::nodes).sum();
    }

    private static Map<Place, OperatorCell> cells(Map<Place, List<CaseRun>> alone, Map<Place, List<CaseRun>> composed) {
        TreeSet<Place> places = new TreeSet<>(Comparator.comparing(Place::row).thenComparing(Place::column));
        places.addAll(alone.keySet());
        places.addAll(composed.keySet());
        Map<Place, OperatorCell> cells = new LinkedHashMap<>();
        for (Place place : places) {
            List<CaseRun> own = alone.getOrDefault(place, List.of());
            cells.put(place, new OperatorCell(tally(own), Gap.of(own), tally(composed.getOrDefault(place, List.of()))));
        }
        return cells;
    }

    private static VerdictCounts tally(List<CaseRun> runs) {
        return VerdictCounts.of(runs.stream().map(CaseRun::verdict).toList());
    }

    /** Rows with failures by their share, then those with other gaps by theirs, then the right ones, then the rest. */
    private static List<OperatorKey> sorted(Map<Place, OperatorCell> cells) {
        Map<OperatorKey, List<VerdictCounts>> byRow = cells.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getKey().row(),
                        TreeMap::new,
                        Collectors.mapping(entry -> entry.getValue().alone(), Collectors.toList())));
        Comparator<Map.Entry<OperatorKey, List<VerdictCounts>>> worst =
                Comparator.comparingDouble(entry -> -worst(entry.getValue(), VerdictCounts::failures));
        return byRow.entrySet().stream()
                .sorted(worst.thenComparingDouble(
                                entry -> -worst(entry.getValue(), tally -> tally.all() - tally.right()))
                        .thenComparing(entry -> entry.getValue().stream().allMatch(VerdictCounts::isEmpty))
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static double worst(List<VerdictCounts> tallies, java.util.function.ToIntFunction<VerdictCounts> bad) {
        return tallies.stream()
                .filter(tally -> !tally.isEmpty())
                .mapToDouble(tally -> bad.applyAsInt(tally) / (double) tally.all())
                .max()
                .orElse(0);
    }

    private static List<Source> newestFirst(Map<String, Integer> sources) {
        return sources.entrySet().stream()
                .map(entry -> new Source(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Source::runId).reversed())
                .toList();
    }

    /** The cell; {@link OperatorCell#NEVER_SEEN} where nobody ran a case of it. */
    public OperatorCell cell(OperatorKey row, Matrix.Column column) {
        return cells.getOrDefault(new Place(row, column.key()), OperatorCell.NEVER_SEEN);
    }

    public Total total(Matrix.Column column) {
        int operators = 0;
        int right = 0;
        VerdictCounts alone = VerdictCounts.NONE;
        for (OperatorKey row : rows) {
            OperatorCell cell = cell(row, column);
            if (!cell.alone().isEmpty()) {
                operators++;
                right += cell.standing() == OperatorStatus.RIGHT ? 1 : 0;
                alone = alone.plus(cell.alone());
            }
        }
        return new Total(operators, right, alone, composed.getOrDefault(column.key(), VerdictCounts.NONE));
    }

    /** Why cases of one node are not right there, over all rows, the most frequent reason first. */
    public List<Gap> reasons(Matrix.Column column) {
        return Gap.merged(
                rows.stream().flatMap(row -> cell(row, column).gaps().stream()).toList());
    }

    /**
     * The rows that have all these words, everything else as it was.
     *
     * @param words blanks between them, in any case of letters; {@code *} and {@code ?} stand for anything but a blank
     */
    public OperatorCoverage matching(String words) {
        WordFilter filter = WordFilter.of(words);
        List<OperatorKey> kept = rows.stream()
                .filter(row -> filter.fits(List.of(words(row).split(" ", -1))))
                .toList();
        return new OperatorCoverage(kept, columns, cells, composed, sources, unread, chains);
    }

    private static String words(OperatorKey row) {
        return "%s %s opset %d %s".formatted(row.operator(), row.name(), row.opset(), row.dtypeWord());
    }
}
