package dev.bascule.studies.training;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Holds the gradients of a target against the exact ones. Stateless. */
public final class GradientJudge {
    /** Of the longest gradient of all; what is shorter is zero but for rounding, as that of a bias before a softmax. */
    private static final double NOTHING = 1e-6;

    private GradientJudge() {}

    /**
     * Compares.
     *
     * @param exact by output, of each batch
     * @param got the same of the target; what is missing is wrong
     * @param differences of the exact gradients, by parameter
     * @param order the parameters in the order of the forward pass
     */
    public static GradientJudgement of(
            List<Map<String, ExactOutput>> exact,
            List<Map<String, Tensor>> got,
            Map<String, Double> differences,
            List<String> order) {
        List<GradientJudgement.Layer> layers = new ArrayList<>();
        for (String output : ordered(exact.isEmpty() ? Set.of() : exact.get(0).keySet(), order)) {
            String name = output.endsWith(TrainingGraph.GRADIENT)
                    ? output.substring(0, output.length() - TrainingGraph.GRADIENT.length())
                    : output;
            List<Long> beyond = new ArrayList<>();
            double furthest = 0;
            double relative = 0;
            long elements = 0;
            for (int batch = 0; batch < exact.size(); batch++) {
                ExactOutput expected =
                        Optional.ofNullable(exact.get(batch).get(output)).orElseThrow();
                Optional<Tensor> own =
                        Optional.ofNullable(batch < got.size() ? got.get(batch).get(output) : null);
                Difference difference = difference(output, expected, own);
                elements += difference.elements();
                beyond.add(difference.outside());
                furthest = Math.max(
                        furthest,
                        difference
                                .noise()
                                .map(Difference.Noise::most)
                                .orElse(difference.outside() > 0 ? Double.POSITIVE_INFINITY : 0));
                double longest = longest(exact.get(batch));
                relative = Math.max(
                        relative,
                        own.map(tensor -> relative(expected, tensor, longest)).orElse(Double.POSITIVE_INFINITY));
            }
            Double apart = differences.get(name);
            layers.add(new GradientJudgement.Layer(
                    name,
                    elements,
                    furthest,
                    relative,
                    beyond,
                    apart == null ? OptionalDouble.empty() : OptionalDouble.of(apart)));
        }
        return new GradientJudgement(layers);
    }

    /** What is of no parameter, which is the loss, comes last. */
    private static List<String> ordered(Set<String> outputs, List<String> order) {
        List<String> gradients =
                order.stream().map(name -> name + TrainingGraph.GRADIENT).toList();
        return outputs.stream()
                .sorted(Comparator.comparingInt((String output) -> {
                            int at = gradients.indexOf(output);
                            return at < 0 ? gradients.size() : at;
                        })
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Of one output and what is exact. */
    static Difference difference(String output, ExactOutput expected, Optional<Tensor> own) {
        ValueJudge judge = new ValueJudge((name, dtype) -> Tolerance.EXACT);
        if (expected.value() instanceof Value.One one && own.isPresent()) {
            judge.judge(output, own.get(), one.tensor(), expected.noise());
        } else {
            judge.unlike(output, own.map(Tensor::toString).orElse("no output"), "a tensor");
        }
        return judge.result().difference();
    }

    private static double relative(ExactOutput expected, Tensor own, double longest) {
        if (!(expected.exact() instanceof Reals reals) || own.dtype() != DType.FLOAT32) {
            return Double.POSITIVE_INFINITY;
        }
        float[] values = FiniteDifferences.floats(own);
        double[] exact = reals.data();
        if (values.length != exact.length) {
            return Double.POSITIVE_INFINITY;
        }
        double[] off = new double[exact.length];
        for (int i = 0; i < exact.length; i++) {
            off[i] = values[i] - exact[i];
        }
        double error = length(off);
        double whole = length(exact);
        double share = error == 0 ? 0 : error / (whole < NOTHING * longest ? longest : whole);
        return Double.isNaN(share) ? Double.POSITIVE_INFINITY : share;
    }

    private static double longest(Map<String, ExactOutput> exact) {
        return exact.entrySet().stream()
                .filter(each -> each.getKey().endsWith(TrainingGraph.GRADIENT))
                .mapToDouble(each -> each.getValue().exact() instanceof Reals reals ? length(reals.data()) : 0)
                .max()
                .orElse(0);
    }

    private static double length(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }
}
