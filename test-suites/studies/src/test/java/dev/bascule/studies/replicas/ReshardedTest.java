package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.training.Blobs;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** One of two replicas takes over all; its gradients are exact ones, rounded once, so that no process is needed. */
class ReshardedTest {
    private static final long SEED = 42;
    private static final Allotment ALONE = Allotment.of(new Shards(List.of(7, 5)), new TreeSet<>(Set.of(0)));

    private static GradientJudgement judged(UnaryOperator<List<Reducer.Part>> spoiled) {
        LabelledData data = Blobs.data();
        TrainingTask task = new TrainingTask(
                Networks.of("mlp", data.sample(), data.classes().size()),
                data,
                Optimizers.of("adam", OptimizerSettings.DEFAULTS),
                12,
                false,
                OptionalDouble.empty());
        StepOrder order = new StepOrder(task, SEED);
        TrainingGraph part = TrainingGraphs.replica(task.fed(SEED, 7));
        Map<String, Tensor> parameters = new LinkedHashMap<>();
        part.parameters().forEach(each -> parameters.put(each.name(), each.initial()));
        List<Resharded.Sum> sums = new ArrayList<>();
        for (long step = 1; step <= 3; step++) {
            List<Reducer.Part> parts = new ArrayList<>();
            for (Piece piece : ALONE.of(0)) {
                Map<String, Tensor> fed = Fed.inputs(order, parameters, step, piece);
                parts.add(new Reducer.Part(piece.samples(), piece.size(), rounded(part, fed)));
            }
            sums.add(new Resharded.Sum(step, parameters, Reducer.MEAN.of(spoiled.apply(parts))));
        }
        List<String> unknown = new ArrayList<>();
        return Resharded.judged(sums, TrainingGraphs.gradient(task.fed(SEED, 12)), order, () -> false, unknown)
                .orElseThrow(() -> new AssertionError(unknown));
    }

    private static Map<String, Tensor> rounded(TrainingGraph graph, Map<String, Tensor> fed) {
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        Map<String, ExactOutput> exact = ExactTraining.gradients(graph, Feeds.of(fed), () -> false, new ArrayList<>())
                .get(0);
        exact.forEach((name, output) -> outputs.put(name, ((Value.One) output.value()).tensor()));
        return outputs;
    }

    @Test
    void pieces_weighed_by_their_sessions_size_are_the_exact_gradients_of_the_whole_batch() {
        GradientJudgement right = judged(parts -> parts);

        assertThat(right.wrong()).isEmpty();
        assertThat(right.compared()).isPositive();
    }

    @Test
    void pieces_weighed_by_the_samples_that_count_are_noticed() {
        GradientJudgement wrong = judged(parts -> parts.stream()
                .map(part -> new Reducer.Part(part.samples(), part.outputs()))
                .toList());

        assertThat(wrong.wrong().orElseThrow()).contains("the gradient of ");
    }

    @Test
    void a_piece_that_is_dropped_is_noticed() {
        assertThat(judged(parts -> parts.subList(0, 1)).wrong()).isPresent();
    }
}
