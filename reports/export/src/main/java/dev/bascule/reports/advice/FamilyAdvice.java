package dev.bascule.reports.advice;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.RowCells;
import dev.bascule.reports.scoring.RelativeSpeed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the models of a family are best run, by what this matrix measured. A target is recommended only where every model of
 * the family that the matrix has was right on it; of those the fastest by {@link Pace}. Chains are left out.
 *
 * @param family the family
 * @param models how many of it the matrix has
 * @param options every strict target that one of them was tried on: the most often right first, of those the fastest
 */
public record FamilyAdvice(Family family, int models, List<Option> options) {

    private static final Comparator<Option> BEST_FIRST = Comparator.comparing(Option::side)
            .thenComparing(Option::right, Comparator.reverseOrder())
            .thenComparing(option -> option.speedUp().map(SpeedUp::value).orElse(0.0), Comparator.reverseOrder());

    public FamilyAdvice {
        options = options.stream().sorted(BEST_FIRST).toList();
    }

    /** Those on which every model was right. */
    public List<Option> right() {
        return options.stream().filter(option -> option.right() == models).toList();
    }

    /** Those on which a model was not right, or not tried. */
    public List<Option> others() {
        return options.stream().filter(option -> option.right() != models).toList();
    }

    /**
     * A target.
     *
     * @param target its name
     * @param side of the backend
     * @param software whether it is a software adapter
     * @param right on how many models its outputs were right
     * @param tried on how many it was tried
     * @param speedUp over the native CPU, of the right and timed ones
     * @param pace over all models of the family; empty where one was not right and timed
     */
    public record Option(
            String target,
            Side side,
            boolean software,
            int right,
            int tried,
            Optional<SpeedUp> speedUp,
            Optional<Pace> pace) {}

    /** Advice for each family in a matrix. */
    public static List<FamilyAdvice> of(Matrix matrix) {
        Set<Family> families = new LinkedHashSet<>();
        matrix.rows().forEach(row -> families.add(row.model().family()));
        return families.stream().map(family -> of(matrix, family)).toList();
    }

    private static FamilyAdvice of(Matrix matrix, Family family) {
        List<Matrix.Row> rows = matrix.rows().stream()
                .filter(row -> row.model().family() == family)
                .toList();
        List<Option> options = new ArrayList<>();
        for (Matrix.Column column : matrix.columns()) {
            List<MatrixCell> cells = rows.stream()
                    .flatMap(row -> matrix.cell(row, column).stream())
                    .toList();
            if (column.chain().isStrict() && !cells.isEmpty()) {
                options.add(option(column, cells, rows.size()));
            }
        }
        return new FamilyAdvice(family, rows.size(), options);
    }

    private static Option option(Matrix.Column column, List<MatrixCell> cells, int models) {
        List<MatrixCell> right =
                cells.stream().filter(cell -> cell.verdict().isRight()).toList();
        List<RelativeSpeed> speeds =
                right.stream().flatMap(cell -> cell.relative().stream()).toList();
        return new Option(
                RowCells.label(column),
                column.side(),
                column.software(),
                right.size(),
                cells.size(),
                SpeedUp.of(speeds),
                cells.size() == models ? Pace.of(cells) : Optional.empty());
    }

    /**
     * The fastest target of a side on which every model was right and timed, and after it the others that none is shown to be
     * faster than.
     */
    public List<Option> recommended(Side side) {
        return Pace.fastest(
                options.stream()
                        .filter(option -> option.side() == side && option.pace().isPresent())
                        .toList(),
                option -> option.pace().orElseThrow());
    }

    /** The others that are recommended beside this option, no difference to them having been shown. */
    public List<String> besides(Option option) {
        return recommended(option.side()).stream()
                .filter(other -> !other.equals(option))
                .map(Option::target)
                .toList();
    }

    /** Why a side has no recommendation, in words. */
    public String why(Side side) {
        List<Option> there =
                options.stream().filter(option -> option.side() == side).toList();
        if (there.isEmpty()) {
            return "not tried";
        }
        return there.stream().noneMatch(option -> option.right() == models)
                ? "no target is right on %s".formatted(models == 1 ? "it" : "all " + models)
                : "nothing timed";
    }
}
