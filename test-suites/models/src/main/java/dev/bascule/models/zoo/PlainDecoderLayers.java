package dev.bascule.models.zoo;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * In ONNX's own operators and float32 weights, over a residual stream of [sequence, width]: a matrix lies as [out, in], so that Gemm
 * and the look-up of the tokens share the embedding.
 */
record PlainDecoderLayers(OnnxGraph graph, DecoderConfig config) implements DecoderLayers {
    private static final double CUBIC = 0.044715;

    @Override
    public String embedding(String name, DecoderWeights.Matrix matrix, String ids) {
        String table = graph.parameter(name + ".weight", matrix.values(), config.vocabulary(), config.hidden());
        String rows = graph.op("Gather", name + ".rows", List.of(table, ids), Attributes.integer("axis", 0));
        return graph.op("Reshape", name + ".flat", List.of(rows, graph.longs("flat_hidden", -1, config.hidden())));
    }

    @Override
    public String linear(String weight, String name, DecoderWeights.Matrix matrix, String x, int in, int out) {
        String parameter = graph.parameter(weight + ".weight", matrix.values(), out, in);
        return graph.op("Gemm", name + ".gemm", List.of(x, parameter), Attributes.integer("transB", 1));
    }

    @Override
    public Normed norm(String name, String x, Optional<String> branch, String gain, Optional<String> bias) {
        String sum = branch.map(added -> graph.op("Add", name + ".sum", List.of(x, added)))
                .orElse(x);
        if (bias.isPresent()) {
            return new Normed(
                    graph.op(
                            "LayerNormalization",
                            name + ".normed",
                            List.of(sum, gain, bias.get()),
                            Attributes.integer("axis", -1),
                            Attributes.real("epsilon", config.normEpsilon())),
                    sum);
        }
        return new Normed(new Layers(graph).rmsNorm(name, sum, gain, (float) config.normEpsilon()), sum);
    }

    @Override
    public String gelu(String name, String x) {
        String square = graph.op("Mul", name + ".square", List.of(x, x));
        String cube = graph.op("Mul", name + ".cube", List.of(square, x));
        String bent = graph.op("Mul", name + ".bent", List.of(cube, graph.scalar("gelu_cubic", (float) CUBIC)));
        String inner = graph.op("Add", name + ".inner", List.of(x, bent));
        float root = (float) StrictMath.sqrt(2 / StrictMath.PI);
        String scaled = graph.op("Mul", name + ".scaled", List.of(inner, graph.scalar("gelu_root", root)));
        String tanh = graph.op("Tanh", name + ".tanh", List.of(scaled));
        String plus = graph.op("Add", name + ".plus", List.of(tanh, graph.scalar("one", 1)));
        String product = graph.op("Mul", name + ".product", List.of(x, plus));
        return graph.op("Mul", name + ".half", List.of(product, graph.scalar("half", 0.5f)));
    }
}
