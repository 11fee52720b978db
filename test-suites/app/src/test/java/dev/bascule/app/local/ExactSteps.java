package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Our own graphs in double, and how far another's tensors are from them. Stateless. */
final class ExactSteps {
    private ExactSteps() {}

    /** Gradients of the first batch by parameter. */
    static Map<String, double[]> gradients(TrainingGraph gradient, Map<String, Tensor> batch) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(gradient.state());
        inputs.putAll(batch);
        return run(gradient, Feeds.of(inputs), TrainingGraph.GRADIENT).get(0);
    }

    /** The parameters after the last step, and each step's loss by the name {@code loss}. */
    static Map<String, double[]> trained(TrainingGraph step, Optimizer optimizer, List<Map<String, Tensor>> batches) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        step.state().forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        for (int i = 0; i < batches.size(); i++) {
            batches.get(i)
                    .forEach((name, tensor) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(tensor));
            optimizer
                    .scalars(i + 1)
                    .forEach((name, value) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(Tensor.floats(Shape.of(), value)));
        }
        List<Map<String, double[]>> steps = run(step, new Feeds(inputs, step.carry()), TrainingGraph.NEXT);
        Map<String, double[]> trained = new LinkedHashMap<>(steps.get(steps.size() - 1));
        trained.put(
                TrainingGraph.LOSS,
                steps.stream()
                        .mapToDouble(each -> each.get(TrainingGraph.LOSS)[0])
                        .toArray());
        return trained;
    }

    private static List<Map<String, double[]>> run(TrainingGraph graph, Feeds feeds, String suffix) {
        List<String> wanted = new ArrayList<>(List.of(TrainingGraph.LOSS));
        graph.parameters().forEach(each -> wanted.add(each.name() + suffix));
        ExactResult result = new ExactModel(graph.model()).run(feeds, wanted, ExactModel.Plan.EXACT_ONLY, () -> false);
        assertThat(result).isInstanceOf(ExactResult.Known.class);
        return ((ExactResult.Known) result)
                .steps().stream()
                        .map(step -> {
                            Map<String, double[]> values = new LinkedHashMap<>();
                            values.put(
                                    TrainingGraph.LOSS,
                                    ((Reals) step.get(TrainingGraph.LOSS).exact()).data());
                            for (Parameter each : graph.parameters()) {
                                values.put(
                                        each.name(),
                                        ((Reals) step.get(each.name() + suffix).exact()).data());
                            }
                            return values;
                        })
                        .toList();
    }

    /**
     * The largest difference of an element in parts of its tensor's largest element, over all parameters. Some gradients are zero but for
     * rounding, such as those of a key's bias before a softmax: they count in parts of a billionth of the largest of all.
     */
    static double distance(Map<String, Tensor> others, Map<String, double[]> exact) {
        double least = 1e-9
                * others.keySet().stream()
                        .mapToDouble(name -> largest(exact.get(name)))
                        .max()
                        .orElseThrow();
        return others.entrySet().stream()
                .mapToDouble(each -> distance(values(each.getValue()), exact.get(each.getKey()), least))
                .max()
                .orElseThrow();
    }

    static double distance(double[] other, double[] exact) {
        return distance(other, exact, 0);
    }

    private static double distance(double[] other, double[] exact, double least) {
        assertThat(other).hasSameSizeAs(exact);
        double difference = 0;
        for (int i = 0; i < exact.length; i++) {
            difference = Math.max(difference, Math.abs(other[i] - exact[i]));
        }
        assertThat(difference).isNotNaN();
        return difference == 0 ? 0 : difference / Math.max(least, largest(exact));
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    static double[] values(Tensor tensor) {
        double[] values = new double[Math.toIntExact(tensor.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = tensor.dtype() == DType.FLOAT64
                    ? tensor.data().getDouble(8 * i)
                    : tensor.data().getFloat(4 * i);
        }
        return values;
    }
}
