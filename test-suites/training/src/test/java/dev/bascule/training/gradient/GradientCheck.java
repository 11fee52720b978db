package dev.bascule.training.gradient;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Compares the gradient graph with central finite differences of the forward graph, both computed in double. What is differentiated is the
 * sum of all elements of some values, each times a weight of its own, so that no two elements can be exchanged unseen. One use each.
 */
public final class GradientCheck {
    /** Tensors with more elements are compared along random directions, not element by element. */
    private static final int MANY = 48;

    private static final int DIRECTIONS = 6;
    private static final double STEP = 1e-5;

    private final GraphBuilder graph = new GraphBuilder("check");
    private final Operators on = new Operators(graph);
    private final Map<String, Operand> fed = new LinkedHashMap<>();
    private final List<Symbol> wanted = new ArrayList<>();
    private final GradientRules rules;
    private final SplittableRandom random;

    public GradientCheck(GradientRules rules, long seed) {
        this.rules = rules;
        this.random = new SplittableRandom(seed);
    }

    public Operators on() {
        return on;
    }

    /** Draws from the standard normal distribution. */
    public double normal() {
        return random.nextGaussian();
    }

    /** Draws of either sign that keep this distance from zero, for operators with a kink there. */
    public double apart(double distance) {
        double draw = normal();
        return draw + Math.copySign(distance, draw);
    }

    public double between(double low, double high) {
        return random.nextDouble(low, high);
    }

    /** An input that the gradient is wanted of, of standard normal draws. */
    public Symbol wanted(String name, long... dims) {
        return wanted(name, this::normal, dims);
    }

    public Symbol wanted(String name, DoubleSupplier draw, long... dims) {
        Symbol symbol = fixed(name, draw, dims);
        wanted.add(symbol);
        return symbol;
    }

    /** An input that no gradient is wanted of. */
    public Symbol fixed(String name, DoubleSupplier draw, long... dims) {
        Shape shape = Shape.of(dims);
        double[] values = DoubleStream.generate(draw).limit(shape.elements()).toArray();
        fed.put(name, Exactly.reals(DType.FLOAT32, shape, values));
        return graph.input(name, DType.FLOAT32, shape);
    }

    /** An input of whole numbers, such as indices. */
    public Symbol whole(String name, Tensor tensor) {
        fed.put(name, Exactly.of(tensor));
        return graph.input(name, tensor.dtype(), tensor.shape());
    }

    /** The largest error of any gradient, relative to how large that gradient is. */
    public double worst(Symbol... values) {
        return errors(values).values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    /** The same for each input by name. */
    public Map<String, Double> errors(Symbol... values) {
        Symbol loss = List.of(values).stream()
                .map(each -> on.total(on.mul(each, weights(each.shape()))))
                .reduce(on::add)
                .orElseThrow();
        graph.output("loss", loss);
        ModelProto forward = graph.model();
        Map<String, Symbol> gradients = new Differentiation(rules).of(graph, loss, on.scalar(1), wanted);
        gradients.forEach((name, gradient) -> graph.output(name + ".gradient", gradient));
        Map<String, double[]> computed = Exactly.run(
                graph.model(),
                fed,
                gradients.keySet().stream().map(name -> name + ".gradient").toList());
        Map<String, Double> errors = new LinkedHashMap<>();
        for (Symbol each : wanted) {
            errors.put(
                    each.name(),
                    error(forward, each.name(), computed.getOrDefault(each.name() + ".gradient", new double[0])));
        }
        return errors;
    }

    private Symbol weights(Shape shape) {
        float[] weights = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) random.nextDouble(0.5, 2);
        }
        return graph.constant(Tensor.floats(shape, weights));
    }

    private double error(ModelProto forward, String name, double[] gradient) {
        int size = gradient.length;
        List<double[]> directions = size <= MANY
                ? IntStream.range(0, size).mapToObj(i -> unit(size, i)).toList()
                : IntStream.range(0, DIRECTIONS)
                        .mapToObj(i ->
                                DoubleStream.generate(this::normal).limit(size).toArray())
                        .toList();
        double difference = 0;
        double magnitude = 0;
        for (double[] direction : directions) {
            double along = 0;
            for (int i = 0; i < size; i++) {
                along += direction[i] * gradient[i];
            }
            double differences =
                    (loss(forward, name, direction, STEP) - loss(forward, name, direction, -STEP)) / (2 * STEP);
            difference = Math.max(difference, Math.abs(along - differences));
            magnitude = Math.max(magnitude, Math.max(Math.abs(along), Math.abs(differences)));
        }
        if (Double.isNaN(difference)) {
            return Double.POSITIVE_INFINITY;
        }
        return difference == 0 ? 0 : difference / magnitude;
    }

    private static double[] unit(int size, int at) {
        double[] unit = new double[size];
        unit[at] = 1;
        return unit;
    }

    private double loss(ModelProto forward, String name, double[] direction, double step) {
        Reals value = (Reals) fed.get(name);
        double[] moved = value.data().clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += step * direction[i];
        }
        Map<String, Operand> inputs = new LinkedHashMap<>(fed);
        inputs.put(name, new Reals(value.dtype(), moved, value.dims()));
        return Exactly.run(forward, inputs, List.of("loss")).get("loss")[0];
    }
}
