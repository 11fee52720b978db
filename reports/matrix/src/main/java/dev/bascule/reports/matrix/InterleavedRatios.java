package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ratios of cells that were measured in turn with another backend than the native CPU, which the matrix's own × is of.
 * Stateless.
 */
public final class InterleavedRatios {
    private InterleavedRatios() {}

    /** One line for each such cell, in the matrix's order: model, chain, ratio with its interval, and of what. */
    public static List<String> lines(Matrix matrix) {
        return matrix.rows().stream()
                .flatMap(row -> matrix.columns().stream()
                        .flatMap(column ->
                                matrix.cell(row, column).stream().flatMap(cell -> lines(cell, column.version()))))
                .toList();
    }

    private static Stream<String> lines(MatrixCell shown, Optional<String> version) {
        return Stream.concat(Stream.of(shown), shown.merged().stream())
                // What another cell measured is told there.
                .filter(cell -> cell.measuredIn().isEmpty())
                .map(MatrixCell::run)
                .flatMap(run -> run.attempts().stream()
                        .flatMap(attempt -> attempt.comparison().stream()
                                .filter(comparison -> !comparison.isWithNativeCpu())
                                .map(comparison -> line(run, attempt, comparison, version))));
    }

    private static String line(CaseRun run, Attempt attempt, Comparison comparison, Optional<String> version) {
        String where = (run.chain().isStrict() ? "" : " of " + run.chain())
                + version.map(own -> " " + own).orElse("");
        return "%s, %s%s: %s%s the time of %s"
                .formatted(
                        run.model().name(),
                        attempt.target().backend().id(),
                        where,
                        Figures.times(comparison.ratio().value()),
                        comparison
                                .ratio()
                                .ci95()
                                .map(InterleavedRatios::interval)
                                .orElse(""),
                        comparison.baseline());
    }

    private static String interval(Interval ends) {
        return " (95 %%: %s to %s)".formatted(Figures.times(ends.low()), Figures.times(ends.high()));
    }
}
