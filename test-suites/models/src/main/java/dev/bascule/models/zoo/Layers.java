package dev.bascule.models.zoo;

import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Layers that the architectures share, each adding its nodes and weights under a name. Weights are uniform and scaled by
 * the fan-in (He et al. 2015 before a ReLU, LeCun et al. 1998 elsewhere), so that activations keep their size through the
 * depth and no output saturates. Not thread-safe.
 */
final class Layers {
    /** How far normalisation gains stray from one. */
    private static final float JITTER = 0.1f;

    private static final float BIAS = 0.05f;
    private static final float BATCH_NORMALISATION_EPSILON = 1e-5f;

    private final OnnxGraph graph;

    Layers(OnnxGraph graph) {
        this.graph = graph;
    }

    /** A uniform distribution of standard deviation 1/sqrt(fanIn). */
    static Fill lecun(long fanIn) {
        return new Fill.Uniform(0, (float) StrictMath.sqrt(3.0 / fanIn));
    }

    /** A uniform distribution of standard deviation sqrt(2/fanIn). */
    static Fill he(long fanIn) {
        return new Fill.Uniform(0, (float) StrictMath.sqrt(6.0 / fanIn));
    }

    /** Keeps the size of what a ReLU leaves, which varies by 0.341 where a unit went in. */
    static Fill afterRelu(long fanIn) {
        return new Fill.Balanced((float) StrictMath.sqrt(3 / 0.341 / fanIn));
    }

    /** Keeps the size of what a SiLU leaves, which varies by 0.312 where a unit went in. */
    static Fill afterSilu(long fanIn) {
        return new Fill.Balanced((float) StrictMath.sqrt(3 / 0.312 / fanIn));
    }

    static Fill bias() {
        return new Fill.Uniform(0, BIAS);
    }

    /** Gains of a normalisation around the given one. */
    static Fill gain(float center) {
        return new Fill.Uniform(center, JITTER);
    }

    /** Dense layer over the last axis: MatMul with a [in, out] weight, then Add. */
    String linear(String name, String x, long in, long out) {
        String product = linearWithoutBias(name, x, in, out);
        return graph.op("Add", name + ".add", List.of(product, graph.parameter(name + ".bias", bias(), out)));
    }

    String linearWithoutBias(String name, String x, long in, long out) {
        return linearWithoutBias(name, x, lecun(in), in, out);
    }

    String linearWithoutBias(String name, String x, Fill fill, long in, long out) {
        String weight = graph.parameter(name + ".weight", fill, in, out);
        return graph.op("MatMul", name + ".matmul", List.of(x, weight));
    }

    /** Dense layer over a matrix: Gemm with a [out, in] weight, as exporters write it. */
    String gemm(String name, String x, long in, long out) {
        String weight = graph.parameter(name + ".weight", lecun(in), out, in);
        String bias = graph.parameter(name + ".bias", bias(), out);
        return graph.op("Gemm", name + ".gemm", List.of(x, weight, bias), Attributes.integer("transB", 1));
    }

    /** Layer normalisation over the last axis. */
    String layerNorm(String name, String x, long width, float epsilon) {
        return graph.op(
                "LayerNormalization",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", gain(1), width),
                        graph.parameter(name + ".bias", bias(), width)),
                Attributes.integer("axis", -1),
                Attributes.real("epsilon", epsilon));
    }

    /** Root mean square normalisation over the last axis (Zhang and Sennrich 2019), in operators of opset 17. */
    String rmsNorm(String name, String x, String gain, float epsilon) {
        String squares = graph.op("Mul", name + ".squares", List.of(x, x));
        String mean = graph.op(
                "ReduceMean",
                name + ".mean",
                List.of(squares),
                Attributes.ints("axes", -1),
                Attributes.integer("keepdims", 1));
        String shifted = graph.op("Add", name + ".shifted", List.of(mean, graph.scalar("norm_epsilon", epsilon)));
        String root = graph.op("Sqrt", name + ".root", List.of(shifted));
        String unit = graph.op("Div", name + ".unit", List.of(x, root));
        return graph.op("Mul", name + ".normed", List.of(unit, gain));
    }

    /** {@code x * sigmoid(1.702 x)} (Hendrycks and Gimpel 2016), which CLIP was trained with. */
    String quickGelu(String name, String x) {
        String scaled = graph.op("Mul", name + ".scaled", List.of(x, graph.scalar("quick_gelu", 1.702f)));
        return graph.op("Mul", name + ".mul", List.of(x, graph.op("Sigmoid", name + ".sigmoid", List.of(scaled))));
    }

    /** GELU in its exact form x * (1 + erf(x / sqrt(2))) / 2 (Hendrycks and Gimpel 2016), in operators of opset 17. */
    String gelu(String name, String x) {
        String scaled =
                graph.op("Div", name + ".div", List.of(x, graph.scalar("sqrt_two", (float) StrictMath.sqrt(2))));
        String erf = graph.op("Erf", name + ".erf", List.of(scaled));
        String plusOne = graph.op("Add", name + ".add", List.of(erf, graph.scalar("one", 1)));
        String product = graph.op("Mul", name + ".mul", List.of(x, plusOne));
        return graph.op("Mul", name + ".half", List.of(product, graph.scalar("half", 0.5f)));
    }

    String batchNorm(String name, String x, long channels) {
        return batchNorm(name, x, channels, 1);
    }

    /** Inference-mode batch normalisation over axis 1 with its running statistics and gains around the given one. */
    String batchNorm(String name, String x, long channels, float gain) {
        return batchNorm(name, x, channels, gain, BATCH_NORMALISATION_EPSILON);
    }

    String batchNorm(String name, String x, long channels, float gain, float epsilon) {
        return graph.op(
                "BatchNormalization",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", gain(gain), channels),
                        graph.parameter(name + ".bias", bias(), channels),
                        graph.buffer(name + ".running_mean", bias(), channels),
                        graph.buffer(name + ".running_var", gain(1), channels)),
                Attributes.real("epsilon", epsilon));
    }

    /** Inference-mode batch normalisation that shifts and does not scale, as TensorFlow's with {@code scale=False}. */
    String batchShift(String name, String x, long channels) {
        return graph.op(
                "BatchNormalization",
                name,
                List.of(
                        x,
                        graph.buffer(name + ".one", new Fill.Uniform(1, 0), channels),
                        graph.parameter(name + ".bias", bias(), channels),
                        graph.buffer(name + ".running_mean", bias(), channels),
                        graph.buffer(name + ".running_var", gain(1), channels)),
                Attributes.real("epsilon", BATCH_NORMALISATION_EPSILON));
    }

    String relu(String name, String x) {
        return graph.op("Relu", name, List.of(x));
    }

    /** {@code x * sigmoid(x)} (Hendrycks and Gimpel 2016; Ramachandran et al. 2017). */
    String silu(String name, String x) {
        return graph.op("Mul", name + ".mul", List.of(x, graph.op("Sigmoid", name + ".sigmoid", List.of(x))));
    }

    /** Averages each channel's picture; [batch, channels]. */
    String averaged(String x) {
        return graph.op("Flatten", "flatten", List.of(graph.op("GlobalAveragePool", "avgpool", List.of(x))));
    }

    /** Next to each other along axis 1. */
    String joined(String name, List<String> parts) {
        return graph.op("Concat", name, parts, Attributes.integer("axis", 1));
    }

    String add(String name, String a, String b) {
        return graph.op("Add", name, List.of(a, b));
    }

    /** Position {@code index} of axis 1: the class token's vector. */
    String tokenAt(String name, String x, long index) {
        return graph.op(
                "Gather", name, List.of(x, graph.index("token_index_" + index, index)), Attributes.integer("axis", 1));
    }
}
