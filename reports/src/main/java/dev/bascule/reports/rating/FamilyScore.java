package dev.bascule.reports.rating;

import dev.bascule.fallback.cases.Family;
import java.util.List;
import java.util.Optional;

/**
 * A family of models on a target: the mean over its models that were measured there, each counting once.
 *
 * @param family of models
 * @param target where
 * @param assessment the score; empty where all that was tried cannot run, which is rated {@link Rating#NONE}
 * @param models those with a score
 * @param unsupported names of models that were tried and cannot run there, and of single cases of models that else can; they have
 *     no score, and are told
 */
public record FamilyScore(
        Family family,
        ScoredTarget target,
        Optional<Assessment> assessment,
        List<ModelScore> models,
        List<String> unsupported) {

    public FamilyScore {
        models = List.copyOf(models);
        unsupported = List.copyOf(unsupported);
        if (assessment.isPresent() == models.isEmpty()) {
            throw new IllegalArgumentException("a family has a score exactly when one of its models has");
        }
    }

    public Rating rating() {
        return assessment.map(Assessment::rating).orElse(Rating.NONE);
    }

    /** In a few signs: {@code High 85}, {@code Medium or High 74 (70–76), unproven}, {@code ✗}. */
    public String brief() {
        return assessment.map(Assessment::brief).orElse(Rating.NONE.word());
    }
}
