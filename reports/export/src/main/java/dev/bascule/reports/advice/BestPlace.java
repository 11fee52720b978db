package dev.bascule.reports.advice;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.RowCells;
import dev.bascule.reports.matrix.RowCells.Named;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where one model runs right and fastest. Only what was measured can be chosen.
 *
 * @param row the model
 * @param inBrowser the fastest right cell of the browsers
 * @param onHost the fastest right cell of the native side
 * @param right how many targets gave right outputs
 * @param tried how many were tried
 * @param sides of these
 */
public record BestPlace(
        Matrix.Row row, Optional<Choice> inBrowser, Optional<Choice> onHost, int right, int tried, Set<Side> sides) {

    public BestPlace {
        sides = Set.copyOf(sides);
    }

    /**
     * The fastest target of its side, by {@link Pace}; a median of 0 ms is no time, but a clock that is too coarse for it.
     *
     * @param target its name
     * @param cell its cell
     * @param ties other targets that no difference to the fastest was shown of
     */
    public record Choice(String target, MatrixCell cell, List<String> ties) {
        public Choice {
            ties = List.copyOf(ties);
        }

        public Summary summary() {
            return cell.summary().orElseThrow();
        }
    }

    /** A place for each model of a matrix. */
    public static List<BestPlace> of(Matrix matrix) {
        return matrix.rows().stream().map(row -> of(matrix, row)).toList();
    }

    private static BestPlace of(Matrix matrix, Matrix.Row row) {
        List<Named> cells = RowCells.of(matrix, row);
        return new BestPlace(
                row,
                best(cells, Side.BROWSER),
                best(cells, Side.NATIVE),
                (int) cells.stream()
                        .filter(named -> named.cell().verdict().isRight())
                        .count(),
                cells.size(),
                cells.stream().map(named -> named.column().side()).collect(Collectors.toSet()));
    }

    /** A chain stands first only where no single target is as fast: which one it ends on is not its user's choice. */
    private static Optional<Choice> best(List<Named> cells, Side side) {
        List<Named> timed = cells.stream()
                .filter(named -> pace(named).isPresent())
                .filter(named -> named.cell().decisive().target().backend().side() == side)
                .toList();
        List<Named> fastest = Pace.fastest(timed, named -> pace(named).orElseThrow()).stream()
                .sorted(Comparator.comparing(named -> !named.column().chain().isStrict()))
                .toList();
        return fastest.stream()
                .findFirst()
                .map(first -> new Choice(
                        first.label(),
                        first.cell(),
                        fastest.stream().skip(1).map(Named::label).toList()));
    }

    private static Optional<Pace> pace(Named named) {
        return Pace.of(List.of(named.cell()));
    }
}
