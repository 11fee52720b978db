package dev.bascule.reports.rating;

import dev.bascule.fallback.cases.Family;
import java.util.List;
import java.util.Optional;

/**
 * A family of models on a target: the mean over its models that were tried there, each counting once.
 *
 * @param family of models
 * @param target where
 * @param assessment the score; 0 where nothing can run, which is rated {@link Rating#NONE}
 * @param models those that were tried, at least one; what cannot run there counts 0
 * @param unsupported names of models that were tried and cannot run there, and of single cases of models that else can
 */
public record FamilyScore(
        Family family, ScoredTarget target, Assessment assessment, List<ModelScore> models, List<String> unsupported) {

    public FamilyScore {
        models = List.copyOf(models);
        unsupported = List.copyOf(unsupported);
        if (models.isEmpty()) {
            throw new IllegalArgumentException("a family without a model has no score");
        }
    }

    /** Whether any of its models can run there. */
    public boolean runs() {
        return models.stream().anyMatch(ModelScore::runs);
    }

    /** The score, where there is something that can run. */
    public Optional<Assessment> ofWhatRuns() {
        return runs() ? Optional.of(assessment) : Optional.empty();
    }

    public Rating rating() {
        return ofWhatRuns().map(Assessment::rating).orElse(Rating.NONE);
    }

    /** In a few signs: {@code High 85}, {@code Medium or High 74 (70–76), unproven}, {@code ✗}. */
    public String brief() {
        return ofWhatRuns().map(Assessment::brief).orElse(Rating.NONE.word());
    }
}
