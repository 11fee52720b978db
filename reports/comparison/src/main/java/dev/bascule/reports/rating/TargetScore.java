package dev.bascule.reports.rating;

import dev.bascule.reports.rating.Sensitivity.Range;
import java.util.List;
import java.util.Optional;

/**
 * A target over all families: the mean over the families that were measured there, each counting once.
 *
 * @param target what is scored
 * @param assessment the score
 * @param families those with a score
 * @param models how many models the score rests on
 * @param weights how far the score moves when the weights of the formula are varied
 * @param withoutOne how far it moves when one model is left out; empty where there is only one
 */
public record TargetScore(
        ScoredTarget target,
        Assessment assessment,
        List<FamilyScore> families,
        int models,
        Range weights,
        Optional<Range> withoutOne) {
    public TargetScore {
        families = List.copyOf(families);
    }

    /** Its models, of all families. */
    List<ModelScore> scored() {
        return families.stream().flatMap(family -> family.models().stream()).toList();
    }
}
