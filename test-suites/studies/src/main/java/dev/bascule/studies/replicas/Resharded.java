package dev.bascule.studies.replicas;

import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudge;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Keeps what is held against exact gradients of whole rounds in which some took over what was another's: the first few, and the first of each other
 * division. Belongs to the host's thread.
 */
final class Resharded {
    private static final int FIRST = ExactTraining.BATCHES;
    /** Each has its parameters in memory, and its exact gradients in double are computed. */
    private static final int MOST = 6;

    private final List<Sum> kept = new ArrayList<>();
    private final Set<Allotment> divisions = new HashSet<>();

    /**
     * One round.
     *
     * @param parameters with which it began
     * @param sum that was applied
     */
    record Sum(long step, Map<String, Tensor> parameters, Map<String, Tensor> sum) {}

    /** Whether a round that is divided so is to be kept. */
    boolean wants(Allotment allotment) {
        return allotment.isResharded()
                && (kept.size() < FIRST || (kept.size() < MOST && !divisions.contains(allotment)));
    }

    void keep(long step, Allotment allotment, Map<String, Tensor> parameters, Map<String, Tensor> sum) {
        divisions.add(allotment);
        kept.add(new Sum(step, parameters, sum));
    }

    List<Sum> kept() {
        return List.copyOf(kept);
    }

    /**
     * How the sums lie to the exact gradients of their whole batches.
     *
     * @param graph gradients of a whole batch
     * @param unknown is told why nothing exact is known
     * @return empty where that is so
     */
    static Optional<GradientJudgement> judged(
            List<Sum> sums, TrainingGraph graph, StepOrder order, BooleanSupplier stopped, List<String> unknown) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        List<String> parameters = new ArrayList<>();
        graph.parameters().forEach(each -> parameters.add(each.name()));
        for (Sum sum : sums) {
            sum.parameters()
                    .forEach((name, tensor) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(tensor));
            order.samples(sum.step())
                    .forEach((name, tensor) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(tensor));
        }
        List<Map<String, ExactOutput>> exact =
                ExactTraining.gradients(graph, new Feeds(inputs, Map.of()), stopped, unknown);
        return exact.size() < sums.size()
                ? Optional.empty()
                : Optional.of(
                        GradientJudge.of(exact, sums.stream().map(Sum::sum).toList(), Map.of(), parameters));
    }
}
