package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.training.Blobs;
import dev.bascule.studies.training.ExactTraining;
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
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** One worker that is fed otherwise; its gradients are exact ones, so that no process is needed. */
class RefedTest {
    private static final long SEED = 42;
    private static final int BATCH = 12;
    private static final TrainingTask TASK = task();
    private static final StepOrder ORDER = new StepOrder(TASK, SEED);
    /** The third to the fifth sample, and the last two. */
    private static final List<Piece> SOME = List.of(new Piece(2, 3, 5), new Piece(10, 2, 7));

    private static TrainingTask task() {
        LabelledData data = Blobs.data();
        return new TrainingTask(
                Networks.of("mlp", data.sample(), data.classes().size()),
                data,
                Optimizers.of("adam", OptimizerSettings.DEFAULTS),
                BATCH,
                false,
                OptionalDouble.empty());
    }

    private static Map<String, Tensor> gradients(int size, Map<String, Tensor> samples) {
        TrainingGraph graph = TrainingGraphs.gradient(TASK.fed(SEED, size));
        Map<String, Tensor> fed = new LinkedHashMap<>(samples);
        graph.parameters().forEach(each -> fed.put(each.name(), each.initial()));
        Map<String, ExactOutput> exact = ExactTraining.gradients(graph, Feeds.of(fed), () -> false, new ArrayList<>())
                .get(0);
        Map<String, Tensor> gradients = new LinkedHashMap<>();
        graph.parameters().forEach(each -> {
            ExactOutput output = Objects.requireNonNull(exact.get(each.name() + TrainingGraph.GRADIENT));
            gradients.put(each.name(), ((Value.One) output.value()).tensor());
        });
        return gradients;
    }

    private static double apart(Map<String, Tensor> one, Map<String, Tensor> other) {
        Map<String, Tensor> zeros = new LinkedHashMap<>();
        one.forEach((name, tensor) -> zeros.put(
                name,
                Tensor.floats(
                        tensor.shape(), new float[Math.toIntExact(tensor.shape().elements())])));
        return Ending.distance(one, other, zeros);
    }

    @Test
    void a_batch_of_which_some_pieces_count_has_the_mean_gradient_of_just_these() {
        Map<String, Tensor> one = gradients(3, ORDER.samples(1, 2, 3));
        Map<String, Tensor> other = gradients(2, ORDER.samples(1, 10, 2));
        Map<String, Tensor> meant = Reducer.MEAN.of(List.of(new Reducer.Part(3, one), new Reducer.Part(2, other)));

        Map<String, Tensor> fed = gradients(BATCH, Refed.only(SOME, ORDER.samples(1)));

        assertThat(apart(fed, meant)).isLessThan(1e-6);
        assertThat(apart(gradients(BATCH, ORDER.samples(1)), meant))
                .as("the control: the whole batch")
                .isGreaterThan(1e-2);
    }

    @Test
    void a_batch_backwards_has_other_rows_and_the_same_gradient() {
        Map<String, Tensor> whole = ORDER.samples(1);
        Map<String, Tensor> backwards = Refed.backwards(whole);

        assertThat(backwards).isNotEqualTo(whole);
        assertThat(Refed.backwards(backwards)).isEqualTo(whole);
        assertThat(apart(gradients(BATCH, backwards), gradients(BATCH, whole))).isLessThan(1e-6);
    }
}
