package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What was expected of a run, as the pages tell it. Stateless. */
final class ExpectedText {
    private ExpectedText() {}

    /**
     * A matrix with what is unexpected first. Where nothing was expected it stays as it was, but for conformance cases: of
     * thousands, those that failed come first.
     */
    static Matrix ordered(Matrix matrix, KnownFailures known) {
        boolean any = matrix.inOrder().stream()
                .flatMap(cell -> cell.runs().stream())
                .anyMatch(run -> known.of(run).isPresent());
        if (any) {
            return matrix.beginningWith(cell -> cell.runs().stream().anyMatch(known::isUnexpected));
        }
        return matrix.holdsCases() ? matrix.beginningWith(cell -> cell.verdict().isFailure()) : matrix;
    }

    /** {@code Expectations: 38 cells did not pass, as expected; 2 are unexpected.} Empty where nothing was expected. */
    static String tally(RunRecord record, KnownFailures known) {
        List<CaseRun> runs = record.runs();
        if (runs.stream().noneMatch(run -> known.of(run).isPresent())) {
            return "";
        }
        long expected = runs.stream()
                .flatMap(run -> known.worthSaying(run).stream())
                .filter(KnownFailure::holds)
                .count();
        long unexpected = runs.stream().filter(known::isUnexpected).count();
        return "Expectations: %s did not pass, as expected; %d %s unexpected."
                .formatted(cells(expected), unexpected, unexpected == 1 ? "is" : "are");
    }

    private static String cells(long count) {
        return count == 1 ? "1 cell" : count + " cells";
    }

    /**
     * Of the runs that a cell stands for, what is unexpected before what is not. Nothing where one failed of which nothing
     * was expected: the cell is as bad as it looks, whatever was expected of the others.
     */
    static Optional<KnownFailure> of(MatrixCell cell, KnownFailures known) {
        boolean unlisted = cell.runs().stream().anyMatch(run -> known.of(run).isEmpty() && known.isUnexpected(run));
        return cell.runs().stream()
                .flatMap(run -> known.worthSaying(run).stream())
                .min(Comparator.comparing(KnownFailure::holds))
                .filter(told -> !told.holds() || !unlisted);
    }
}
