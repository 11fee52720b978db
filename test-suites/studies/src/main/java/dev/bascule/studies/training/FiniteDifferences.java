package dev.bascule.studies.training;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.step.TrainingGraph;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Holds exact gradients against how the exact loss itself changes when one parameter is moved: a witness that knows of no rule. Stateless.
 */
final class FiniteDifferences {
    /**
     * How far each element is moved. A unit that leaves its side of an edge on the way is on its side at a smaller move; a wrong gradient is
     * wrong at all.
     */
    private static final double[] MOVES = {2e-6, 2e-6 / 8, 2e-6 / 64};
    /** By which parameters are moved off edges on which they begin. */
    private static final double SHIFT = 1e-3;

    /** Of the loss, by which its own last digits may move a difference. */
    private static final double DIGITS = 1e-13;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private FiniteDifferences() {}

    /**
     * The same near a start: parameters that begin with zeros put units exactly on their edges, where a loss has no one slope.
     *
     * @param state parameters and what else is carried, as the run begins with it
     * @param samples of its first batch
     */
    static Map<String, Double> offEdges(
            TrainingModels models, Map<String, Tensor> state, Map<String, Tensor> samples, BooleanSupplier stopped) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(state);
        for (Parameter parameter : models.forward().graph().parameters()) {
            Tensor at = inputs.getOrDefault(parameter.name(), parameter.initial());
            float[] values = floats(at);
            SplitMix random = SplitMix.named("shift of " + parameter.name());
            for (int i = 0; i < values.length; i++) {
                values[i] += (float) (SHIFT * random.nextGaussian());
            }
            inputs.put(parameter.name(), Tensor.floats(at.shape(), values));
        }
        inputs.putAll(samples);
        Map<String, Value> values = new HashMap<>();
        inputs.forEach((input, tensor) -> values.put(input, Value.of(tensor)));
        List<String> outputs = models.gradient().graph().parameters().stream()
                .map(each -> each.name() + TrainingGraph.GRADIENT)
                .toList();
        ExactResult result = new ExactModel(models.gradient().graph().model())
                .run(values, outputs, ExactModel.Plan.EXACT_ONLY, stopped);
        return result instanceof ExactResult.Known known
                ? of(models.forward().graph(), inputs, known.steps().get(0), stopped)
                : Map.of();
    }

    /**
     * For each parameter how far the gradient is off at most, relative to the change, with the digits that a difference of losses has; without
     * those for which time or digits did not suffice.
     *
     * @param inputs samples and targets, and the parameters
     */
    static Map<String, Double> of(
            TrainingGraph forward,
            Map<String, Tensor> inputs,
            Map<String, ExactOutput> gradients,
            BooleanSupplier stopped) {
        long end = System.nanoTime() + LIMIT.toNanos();
        BooleanSupplier over = () -> System.nanoTime() - end > 0 || stopped.getAsBoolean();
        ExactModel model = new ExactModel(forward.model());
        Map<String, Double> errors = new LinkedHashMap<>();
        for (Parameter parameter : forward.parameters()) {
            ExactOutput output = gradients.get(parameter.name() + TrainingGraph.GRADIENT);
            Tensor at = inputs.get(parameter.name());
            if (output != null && at != null && output.exact() instanceof Reals gradient) {
                error(model, inputs, parameter.name(), at, gradient.data(), over)
                        .ifPresent(error -> errors.put(parameter.name(), error));
            }
        }
        return errors;
    }

    private static OptionalDouble error(
            ExactModel model,
            Map<String, Tensor> inputs,
            String name,
            Tensor at,
            double[] gradient,
            BooleanSupplier over) {
        OptionalDouble least = OptionalDouble.empty();
        for (double move : MOVES) {
            OptionalDouble error = error(model, inputs, name, at, gradient, move, over);
            if (error.isEmpty()) {
                return least;
            }
            least = least.isPresent() && least.getAsDouble() < error.getAsDouble() ? least : error;
            if (least.getAsDouble() <= GradientJudgement.DIFFERENCE) {
                return least;
            }
        }
        return least;
    }

    private static OptionalDouble error(
            ExactModel model,
            Map<String, Tensor> inputs,
            String name,
            Tensor at,
            double[] gradient,
            double most,
            BooleanSupplier over) {
        float[] middle = floats(at);
        float[] above = new float[middle.length];
        float[] below = new float[middle.length];
        double norm = Math.sqrt(dot(gradient, gradient));
        SplitMix random = SplitMix.named("direction of " + name);
        double predicted = 0;
        for (int i = 0; i < middle.length; i++) {
            // Partly along the gradient, so that it is never square to the direction.
            double along = norm > 0 ? gradient[i] * Math.sqrt(middle.length) / norm : 0;
            double move = most * (along + random.nextGaussian());
            above[i] = (float) (middle[i] + move);
            below[i] = (float) (middle[i] - move);
            // What was really moved: 32-bit floats are no finer.
            predicted += gradient[i] * ((double) above[i] - below[i]);
        }
        OptionalDouble up = loss(model, inputs, name, Tensor.floats(at.shape(), above), over);
        OptionalDouble down = loss(model, inputs, name, Tensor.floats(at.shape(), below), over);
        return up.isEmpty() || down.isEmpty()
                ? OptionalDouble.empty()
                : relative(up.getAsDouble() - down.getAsDouble(), predicted, DIGITS * Math.abs(up.getAsDouble()));
    }

    /** At most so much; empty where the digits of the losses are too few to tell. */
    static OptionalDouble relative(double changed, double predicted, double digits) {
        double off = Math.abs(changed - predicted);
        double size = Math.max(Math.abs(changed), Math.abs(predicted));
        if (Double.isNaN(off)) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        if (predicted == 0 && off <= digits) {
            return OptionalDouble.of(0);
        }
        return digits > GradientJudgement.DIFFERENCE * size
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(off, digits) / size);
    }

    private static OptionalDouble loss(
            ExactModel model, Map<String, Tensor> inputs, String name, Tensor moved, BooleanSupplier over) {
        Map<String, Value> values = new HashMap<>();
        inputs.forEach((input, tensor) -> values.put(input, Value.of(tensor)));
        values.put(name, Value.of(moved));
        ExactResult result = model.run(values, List.of(TrainingGraph.LOSS), ExactModel.Plan.EXACT_ONLY, over);
        return result instanceof ExactResult.Known known
                        && known.output(TrainingGraph.LOSS).exact() instanceof Reals reals
                ? OptionalDouble.of(reals.only())
                : OptionalDouble.empty();
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static float[] floats(Tensor tensor) {
        FloatBuffer buffer = tensor.data().asFloatBuffer();
        float[] floats = new float[buffer.remaining()];
        buffer.get(floats);
        return floats;
    }
}
