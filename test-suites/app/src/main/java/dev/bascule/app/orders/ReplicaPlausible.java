package dev.bascule.app.orders;

import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether what a worker says can be the answer to what it was asked: the right tensors, and no more time than passed here. Stateless. */
final class ReplicaPlausible {
    private ReplicaPlausible() {}

    /**
     * What speaks against it; empty where nothing does.
     *
     * @param inputs what it was fed
     * @param read what it was to bring of it
     * @param took by this machine's clock
     */
    static Optional<String> doubt(Advance advance, Map<String, Tensor> inputs, Set<String> read, Duration took) {
        double told = advance.feeds().totalMillis()
                + advance.steps().totalMillis()
                + advance.readBack().toNanos() / 1e6;
        if (told > took.toNanos() / 1e6) {
            return Optional.of(
                    "it says that it took %.3f ms, of %.3f that passed here".formatted(told, took.toNanos() / 1e6));
        }
        Map<String, Tensor> outputs = advance.outputs().get(0);
        Set<String> wanted = new TreeSet<>(Set.of(TrainingGraph.LOSS));
        inputs.keySet().stream()
                .filter(input ->
                        !Set.of(TrainingGraph.SAMPLES, TrainingGraph.TARGETS).contains(input))
                .forEach(input -> wanted.add(input + TrainingGraph.GRADIENT));
        if (!outputs.keySet().equals(wanted)) {
            return Optional.of("it brings other gradients than it was asked for");
        }
        if (!advance.state().keySet().equals(read)) {
            return Optional.of("it brings other tensors than it was asked for");
        }
        Tensor loss = Objects.requireNonNull(outputs.get(TrainingGraph.LOSS));
        boolean alike = loss.dtype() == DType.FLOAT32
                && loss.shape().elements() == 1
                && isLike(outputs, TrainingGraph.GRADIENT, inputs)
                && isLike(advance.state(), TrainingGraph.NEXT, inputs);
        return alike ? Optional.empty() : Optional.of("it brings tensors of another size than those that it was fed");
    }

    private static boolean isLike(Map<String, Tensor> brought, String ending, Map<String, Tensor> inputs) {
        return brought.entrySet().stream()
                .filter(each -> each.getKey().endsWith(ending))
                .allMatch(each -> Optional.ofNullable(inputs.get(
                                each.getKey().substring(0, each.getKey().length() - ending.length())))
                        .filter(input -> input.dtype() == each.getValue().dtype()
                                && input.shape().equals(each.getValue().shape()))
                        .isPresent());
    }
}
