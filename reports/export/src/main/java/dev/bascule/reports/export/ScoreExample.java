package dev.bascule.reports.export;

import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import dev.bascule.reports.scoring.Score;
import java.util.Comparator;
import java.util.Optional;

/**
 * A score of this very run, worked out term by term.
 *
 * @param where which cell
 * @param score its score
 */
public record ScoreExample(String where, Score score) {

    /** The most telling cell: one with an interleaved comparison and placement in part, if there is one. */
    static Optional<ScoreExample> of(Matrix matrix) {
        return matrix.inOrder().stream()
                .filter(cell ->
                        cell.score().filter(score -> score.terms().size() > 1).isPresent())
                .max(Comparator.comparingInt(ScoreExample::telling))
                .flatMap(cell -> cell.score().map(score -> new ScoreExample(where(cell), score)));
    }

    private static int telling(MatrixCell cell) {
        boolean interleaved = cell.relative()
                .filter(speed -> speed.basis() == Basis.INTERLEAVED)
                .isPresent();
        return (interleaved ? 2 : 0) + (cell.decisive().evidence().isPartial() ? 1 : 0);
    }

    private static String where(MatrixCell cell) {
        return "%s on %s".formatted(cell.run().model().name(), cell.run().chain());
    }
}
