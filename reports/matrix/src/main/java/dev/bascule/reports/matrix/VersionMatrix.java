package dev.bascule.reports.matrix;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Place;
import dev.bascule.reports.matrix.Matrix.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Runs of the same cases with several versions as one matrix: each target of a browser has a column for each version, oldest
 * first. What is native has no version of these, and shows the newest run. Stateless.
 */
public final class VersionMatrix {
    private static final String NO_CELL = "its run has no such cell";

    private VersionMatrix() {}

    /**
     * What was run with a version.
     *
     * @param cells of one run; none where it was not run
     * @param absent why it was not run, or not to its end
     */
    public record Slice(String version, List<CaseResult> cells, Optional<String> absent) {
        public Slice {
            cells = List.copyOf(cells);
        }
    }

    /** A column whatever its version. */
    private record Base(String group, String label, Chain chain, Side side) {
        Column in(Slice slice, boolean software, Optional<String> absent) {
            return new Column(
                    "%s|%s|%s".formatted(group, label, slice.version()),
                    group,
                    label + " " + slice.version(),
                    chain,
                    side,
                    software,
                    Optional.of(slice.version()),
                    absent);
        }
    }

    /**
     * The matrix of these.
     *
     * @param slices oldest version first
     * @param browser where the versions are a browser's, its name: columns of others keep theirs
     */
    public static Matrix of(List<Slice> slices, Optional<String> browser) {
        Map<String, Row> rows = new LinkedHashMap<>();
        Map<Place, MatrixCell> cells = new LinkedHashMap<>();
        Map<Base, Map<String, Column>> columns = new LinkedHashMap<>();
        for (Slice slice : slices) {
            Matrix own = Matrix.of(slice.cells());
            own.rows().forEach(row -> rows.putIfAbsent(row.key(), row));
            for (Column column : own.columns()) {
                boolean versioned = column.side() == Side.BROWSER;
                Base base = new Base(
                        versioned
                                ? browser.filter(name -> isOf(name, own, column))
                                        .orElse(column.group())
                                : column.group(),
                        column.label(),
                        column.chain(),
                        column.side());
                Column shown = versioned ? base.in(slice, column.software(), Optional.empty()) : column;
                columns.computeIfAbsent(base, any -> new LinkedHashMap<>()).put(shown.key(), shown);
                own.rows()
                        .forEach(row -> own.cell(row, column)
                                .ifPresent(cell -> cells.put(new Place(row.key(), shown.key()), cell)));
            }
        }
        List<Row> all = List.copyOf(rows.values());
        List<Column> ordered = ordered(
                columns,
                slices,
                column -> all.stream().allMatch(row -> cells.containsKey(new Place(row.key(), column.key()))));
        return new Matrix(all, ordered, cells);
    }

    /** Whether all of its cells ran in this browser, as far as is known. */
    private static boolean isOf(String browser, Matrix matrix, Column column) {
        return matrix.rows().stream()
                .flatMap(row -> matrix.cell(row, column).stream())
                .flatMap(cell -> cell.run().attempts().get(0).target().browser().stream())
                .allMatch(ran -> ran.name().equals(browser));
    }

    /** Browsers before native, strict backends before chains, and of each the versions beside each other. */
    private static List<Column> ordered(
            Map<Base, Map<String, Column>> columns, List<Slice> slices, Predicate<Column> whole) {
        List<String> groups =
                columns.keySet().stream().map(Base::group).distinct().toList();
        List<Base> bases = columns.keySet().stream()
                .sorted(Comparator.comparing(Base::side)
                        .thenComparing(base -> groups.indexOf(base.group()))
                        .thenComparing(base -> !base.chain().isStrict()))
                .toList();
        List<Column> all = new ArrayList<>();
        for (Base base : bases) {
            Map<String, Column> known = columns.getOrDefault(base, Map.of());
            if (base.side() == Side.NATIVE) {
                all.addAll(known.values());
                continue;
            }
            for (Slice slice : slices) {
                Column empty = base.in(slice, false, Optional.of(slice.absent().orElse(NO_CELL)));
                // One that was interrupted half way says why the rest of its cells is missing.
                all.add(Optional.ofNullable(known.get(empty.key()))
                        .map(ran -> whole.test(ran) ? ran : base.in(slice, ran.software(), slice.absent()))
                        .orElse(empty));
            }
        }
        return all;
    }
}
