package dev.bascule.studies.training;

import dev.bascule.training.graph.Parameter;
import java.util.List;
import java.util.Map;

/**
 * What every target is held against with one seed. Immutable.
 *
 * @param models that the exact reference and native CPU ran
 * @param exact gradients and first losses
 * @param differences how far the exact gradients are off finite differences, by parameter
 * @param reference losses of native CPU without graph optimisation
 */
record SeedRun(
        long seed,
        TrainingStart start,
        TrainingModels models,
        ExactTraining exact,
        Map<String, Double> differences,
        List<Float> reference) {
    SeedRun {
        differences = Map.copyOf(differences);
        reference = List.copyOf(reference);
    }

    /** Names of what is trained, in the order of the forward pass. */
    List<String> parameters() {
        return models.gradient().graph().parameters().stream()
                .map(Parameter::name)
                .toList();
    }
}
