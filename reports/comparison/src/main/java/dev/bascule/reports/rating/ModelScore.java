package dev.bascule.reports.rating;

import dev.bascule.reports.scoring.Score;
import java.util.List;

/**
 * A model's score on a target: the mean over its cases.
 *
 * @param model its name
 * @param sha256 of the model
 * @param assessment the score
 * @param cells the scores of its cases
 * @param runs whether any of them can run there
 */
public record ModelScore(String model, String sha256, Assessment assessment, List<Score> cells, boolean runs) {
    public ModelScore {
        cells = List.copyOf(cells);
    }
}
