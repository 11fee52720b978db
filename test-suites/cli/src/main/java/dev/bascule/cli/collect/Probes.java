package dev.bascule.cli.collect;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.ProbedTarget;
import java.util.Collection;
import java.util.List;

/** The models that tell most of a target of which nothing is known. Stateless. */
final class Probes {
    /** What one inference of each may take together on native CPU: a measurement takes some hundred of these at most. */
    private static final double BUDGET_MILLIS = 150;

    private Probes() {}

    /**
     * By how the data's targets differ from each other; the machine whose native CPU they have is as good as any, for ratios to
     * native CPU are what is told.
     */
    static List<String> of(TrainingSet set, Collection<String> names, int count) {
        List<String> probes = set.targets().keySet().stream()
                .filter(TargetKey::isReferenceCpu)
                .findFirst()
                .map(cpu -> ProbedTarget.probes(
                        set,
                        new TargetKey(cpu.machine(), "nowhere", 1),
                        set.models().values().stream()
                                .filter(model -> names.contains(model.name()))
                                .toList(),
                        count,
                        BUDGET_MILLIS))
                .orElse(List.of())
                .stream()
                .map(PredictedModel::name)
                .distinct()
                .toList();
        if (probes.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "the data that predictions are made of have none of these models, so that no probes can be chosen",
                    "bascule collect without --probes");
        }
        return probes;
    }
}
