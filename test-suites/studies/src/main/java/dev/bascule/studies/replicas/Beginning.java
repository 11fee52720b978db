package dev.bascule.studies.replicas;

import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudge;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Gradients of the first batches by the initial parameters, of each replica and of all together, beside the exact ones: a backend that is wrong is
 * named, and not averaged away. Immutable.
 *
 * @param each by rank; none of whom nothing exact is known, or nothing came
 * @param together empty as well
 */
record Beginning(SortedMap<Integer, GradientJudgement> each, Optional<GradientJudgement> together) {

    /** @param graph of its part of the batch */
    static List<Map<String, ExactOutput>> exact(
            Rounds rounds,
            int rank,
            TrainingGraph graph,
            Map<String, Tensor> parameters,
            BooleanSupplier stopped,
            List<String> unknown) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        parameters.forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        for (int batch = 1; batch <= ExactTraining.BATCHES; batch++) {
            Map<String, Tensor> fed = rounds.inputs(parameters, batch, rank);
            List.of(TrainingGraph.SAMPLES, TrainingGraph.TARGETS)
                    .forEach(name -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(Optional.ofNullable(fed.get(name)).orElseThrow()));
        }
        return ExactTraining.gradients(graph, new Feeds(inputs, Map.of()), stopped, unknown);
    }

    /**
     * Asks all replicas, and judges.
     *
     * @param parts exact gradients of each replica's parts, by rank
     * @param whole exact gradients of the whole batches
     * @param patience for those that are slow to warm up
     */
    static Beginning of(
            Rounds rounds,
            Reducer reducer,
            Map<String, Tensor> parameters,
            List<List<Map<String, ExactOutput>>> parts,
            List<Map<String, ExactOutput>> whole,
            Duration patience)
            throws InterruptedException {
        SortedMap<Integer, List<Map<String, Tensor>>> brought = new TreeMap<>();
        List<Map<String, Tensor>> sums = new ArrayList<>();
        for (int batch = 1; batch <= ExactTraining.BATCHES; batch++) {
            Rounds.Gathered gathered = rounds.gather(parameters, batch, false, patience);
            gathered.collected()
                    .came()
                    .forEach((rank, came) -> brought.computeIfAbsent(rank, any -> new ArrayList<>())
                            .add(came.outputs().get(0)));
            if (gathered.collected().missed().isEmpty()) {
                sums.add(reducer.of(gathered.allotment().pieces().entrySet().stream()
                        .map(own -> new Reducer.Part(
                                gathered.allotment().samples(own.getKey()),
                                Objects.requireNonNull(
                                                gathered.collected().came().get(own.getKey()))
                                        .outputs()
                                        .get(0)))
                        .toList()));
            }
        }
        SortedMap<Integer, GradientJudgement> each = new TreeMap<>();
        brought.forEach((rank, outputs) -> {
            if (outputs.size() == ExactTraining.BATCHES && !parts.get(rank).isEmpty()) {
                each.put(rank, GradientJudge.of(parts.get(rank), outputs, Map.of(), List.copyOf(parameters.keySet())));
            }
        });
        return new Beginning(
                each,
                sums.size() == ExactTraining.BATCHES && !whole.isEmpty()
                        ? Optional.of(GradientJudge.of(whole, sums, Map.of(), List.copyOf(parameters.keySet())))
                        : Optional.empty());
    }
}
