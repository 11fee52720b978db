package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * One loss of many operators, each of a parameter of its own: the sum of all that comes out, each element times a weight of its own. One
 * process of PyTorch's thus answers for all of them, and the name of a parameter tells whose gradient is wrong. One use.
 */
final class OperatorSums {
    private final GraphBuilder graph;
    private final Operators on;
    private final SplittableRandom random = new SplittableRandom(29);
    private final Set<String> operators = new TreeSet<>();
    private Symbol loss;

    OperatorSums(GraphBuilder graph) {
        this.graph = graph;
        this.on = new Operators(graph);
        this.loss = on.scalar(0);
        pointwise();
        logic();
        products();
        reductions();
        shapes();
        pieces();
        convolutions();
        pools();
        normalisations();
    }

    Symbol loss() {
        return loss;
    }

    /** All that occur. */
    Set<String> operators() {
        return operators;
    }

    private Symbol x(String name, long... dims) {
        return graph.parameter(name, drawn(-2, 2, dims), true);
    }

    private Symbol positive(String name, long... dims) {
        return graph.parameter(name, drawn(0.5, 2, dims), true);
    }

    private Tensor drawn(double low, double high, long... dims) {
        Shape shape = Shape.of(dims);
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(low, high);
        }
        return Tensor.floats(shape, values);
    }

    private Symbol op(String operator, List<Symbol> inputs, AttributeProto... attributes) {
        operators.add(operator);
        return graph.op(operator, inputs, attributes);
    }

    private void count(Symbol value) {
        Symbol weights = graph.constant(drawn(0.5, 2, value.shape().toArray()));
        loss = on.add(loss, on.total(on.mul(value, weights)));
    }

    private void pointwise() {
        for (String each : List.of(
                "Neg", "Abs", "Exp", "Sin", "Cos", "Erf", "Tanh", "Relu", "Sigmoid", "LeakyRelu", "Elu", "Identity")) {
            count(op(each, List.of(x(each, 3, 4))));
        }
        count(op("Elu", List.of(x("Elu.alpha", 3, 4)), Attributes.real("alpha", 0.5)));
        count(op("LeakyRelu", List.of(x("LeakyRelu.alpha", 3, 4)), Attributes.real("alpha", 0.25)));
        for (String each : List.of("Log", "Sqrt", "Reciprocal")) {
            count(op(each, List.of(positive(each, 3, 4))));
        }
        for (String each : List.of("Softmax", "LogSoftmax")) {
            count(op(each, List.of(x(each, 2, 3, 4)), Attributes.integer("axis", 1)));
            count(op(each, List.of(x(each + ".last", 2, 3))));
        }
        for (String each : List.of("Add", "Sub", "Mul", "Div", "Max", "Min")) {
            count(op(each, List.of(x(each + ".a", 2, 3, 4), positive(each + ".b", 3, 1))));
        }
        count(op("Sum", List.of(x("Sum.a", 2, 3), x("Sum.b", 3))));
        count(op("Pow", List.of(positive("Pow", 3, 4), on.scalar(3))));
    }

    private void logic() {
        Symbol a = x("Where.a", 3, 4);
        Symbol b = x("Where.b", 4);
        Symbol greater = op("Greater", List.of(a, on.scalar(0.5)));
        Symbol less = op("Less", List.of(a, on.scalar(-0.5)));
        count(op("Where", List.of(op("Or", List.of(greater, less)), a, b)));
        Symbol c = x("Cast", 3, 4);
        Symbol within = op(
                "And",
                List.of(op("GreaterOrEqual", List.of(c, on.scalar(-1))), op("LessOrEqual", List.of(c, on.scalar(1)))));
        count(on.mul(c, cast(op("Not", List.of(within)))));
        count(on.mul(x("Equal", 3), cast(op("Equal", List.of(on.longs(1, 2, 3), on.longs(1, 0, 3))))));
    }

    private Symbol cast(Symbol flags) {
        return op("Cast", List.of(flags), Attributes.integer("to", 1));
    }

    private void products() {
        count(op("MatMul", List.of(x("MatMul.a", 2, 1, 3, 4), x("MatMul.b", 5, 4, 2))));
        count(op(
                "Gemm",
                List.of(x("Gemm.a", 4, 3), x("Gemm.b", 2, 4), x("Gemm.c", 2)),
                Attributes.integer("transA", 1),
                Attributes.integer("transB", 1),
                Attributes.real("alpha", 0.5),
                Attributes.real("beta", 2)));
    }

    private void reductions() {
        for (String each : List.of("ReduceMean", "ReduceMax", "ReduceMin", "ReduceSumSquare")) {
            count(op(
                    each,
                    List.of(x(each, 2, 3, 4)),
                    Attributes.ints("axes", 0, -1),
                    Attributes.integer("keepdims", 0)));
            count(op(each, List.of(x(each + ".all", 2, 3))));
        }
        count(op("ReduceSum", List.of(x("ReduceSum", 2, 3, 4), on.longs(1)), Attributes.integer("keepdims", 0)));
    }

    private void shapes() {
        count(op("Reshape", List.of(x("Reshape", 2, 3, 4), on.longs(0, -1))));
        count(op("Flatten", List.of(x("Flatten", 2, 3, 4)), Attributes.integer("axis", 2)));
        count(op("Transpose", List.of(x("Transpose", 2, 3, 4)), Attributes.ints("perm", 2, 0, 1)));
        count(op("Transpose", List.of(x("Transpose.usual", 2, 3, 4))));
        count(op("Unsqueeze", List.of(x("Unsqueeze", 2, 3), on.longs(0, -1))));
        count(op("Squeeze", List.of(x("Squeeze", 2, 1, 3, 1), on.longs(1, -1))));
        count(op("Expand", List.of(x("Expand", 3, 1), on.longs(2, 1, 4))));
    }

    private void pieces() {
        count(op("Concat", List.of(x("Concat.a", 2, 3), x("Concat.b", 2, 2)), Attributes.integer("axis", 1)));
        operators.add("Split");
        List<Symbol> parts =
                graph.op("Split", List.of(x("Split", 5, 2), on.longs(1, 4)), 2, Attributes.integer("axis", 0));
        count(parts.get(0));
        count(on.mul(parts.get(1), 3));
        count(op(
                "Slice", List.of(x("Slice", 5, 6), on.longs(1, -5), on.longs(4, 100), on.longs(0, 1), on.longs(1, 2))));
        Symbol indices = graph.constant(Tensor.longs(Shape.of(2, 2), 2, 0, 2, 1));
        count(op("Gather", List.of(x("Gather", 2, 3, 4), indices), Attributes.integer("axis", 1)));
        count(op("Gather", List.of(x("Gather.first", 3, 4), indices)));
        count(op("Tile", List.of(x("Tile", 2, 3), on.longs(2, 1))));
        count(op("Pad", List.of(x("Pad", 2, 3), on.longs(0, 1, 2, 0), on.scalar(0.5))));
    }

    private void convolutions() {
        count(op(
                "Conv",
                List.of(x("Conv.x", 2, 4, 7, 6), x("Conv.w", 6, 2, 3, 2), x("Conv.b", 6)),
                Attributes.integer("group", 2),
                Attributes.ints("strides", 2, 1),
                Attributes.ints("dilations", 1, 2),
                Attributes.ints("pads", 1, 0, 1, 0)));
        count(op(
                "Conv",
                List.of(x("Conv.uneven.x", 1, 2, 6, 5), x("Conv.uneven.w", 3, 2, 3, 3)),
                Attributes.ints("pads", 0, 2, 1, 0)));
        count(op("Conv", List.of(x("Conv.line.x", 1, 2, 9), x("Conv.line.w", 3, 2, 3))));
        count(op(
                "ConvTranspose",
                List.of(x("ConvTranspose.x", 2, 4, 3, 4), x("ConvTranspose.w", 4, 3, 3, 2), x("ConvTranspose.b", 6)),
                Attributes.integer("group", 2),
                Attributes.ints("strides", 2, 3),
                Attributes.ints("dilations", 1, 2),
                Attributes.ints("pads", 1, 0, 1, 1),
                Attributes.ints("output_padding", 1, 0)));
    }

    private void pools() {
        for (String each : List.of("MaxPool", "AveragePool")) {
            count(op(
                    each,
                    List.of(x(each, 2, 3, 6, 7)),
                    Attributes.ints("kernel_shape", 3, 2),
                    Attributes.ints("strides", 2, 2),
                    Attributes.ints("pads", 1, 0, 1, 0)));
        }
        count(op(
                "MaxPool",
                List.of(x("MaxPool.uneven", 1, 2, 5, 5)),
                Attributes.ints("kernel_shape", 2, 2),
                Attributes.ints("pads", 0, 1, 1, 0)));
        count(op(
                "AveragePool",
                List.of(x("AveragePool.counted", 1, 2, 5, 5)),
                Attributes.ints("kernel_shape", 3, 3),
                Attributes.ints("pads", 1, 0, 1, 1),
                Attributes.integer("count_include_pad", 1)));
        for (String each : List.of("GlobalAveragePool", "GlobalMaxPool")) {
            count(op(each, List.of(x(each, 2, 3, 4, 5))));
        }
    }

    private void normalisations() {
        count(op(
                "LayerNormalization",
                List.of(
                        x("LayerNormalization.x", 2, 3, 4),
                        positive("LayerNormalization.w", 4),
                        x("LayerNormalization.b", 4))));
        count(op(
                "InstanceNormalization",
                List.of(
                        x("InstanceNormalization.x", 2, 3, 4),
                        positive("InstanceNormalization.w", 3),
                        x("InstanceNormalization.b", 3))));
        count(op(
                "BatchNormalization",
                List.of(
                        x("BatchNormalization.x", 2, 3, 4),
                        positive("BatchNormalization.w", 3),
                        x("BatchNormalization.b", 3),
                        graph.constant(drawn(-1, 1, 3)),
                        graph.constant(drawn(0.5, 2, 3)))));
    }
}
