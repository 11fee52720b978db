package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * A transformer over the columns of a table (Gorishniy et al. 2021, "Revisiting deep learning models for tabular data"): each
 * number becomes a token; input {@code features} [batch, columns], output {@code logits} [batch, classes].
 *
 * @param columns of numbers
 * @param width model width
 * @param depth number of blocks
 * @param heads attention heads
 * @param hidden width of the hidden layer of the perceptron
 * @param classes number of classes
 */
record FtTransformer(int columns, int width, int depth, int heads, int hidden, int classes) implements Architecture {
    private static final float EPSILON = 1e-5f;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String features = graph.input("features", DataType.FLOAT, BATCH, columns);
        String x = tokens(graph, features);
        Attention attention = new Attention(width, heads, Attention.Biases.ALL);
        for (int block = 0; block < depth; block++) {
            String at = "blocks." + block;
            // As published, the first block normalises nothing before its attention.
            String y = block == 0 ? x : layers.layerNorm(at + ".attn.norm", x, width, EPSILON);
            x = layers.add(at + ".attn.sum", x, attention.apply(graph, at + ".attn", y, Optional.empty()));
            x = layers.add(at + ".ffn.sum", x, gated(graph, at + ".ffn", x));
        }
        String last = layers.layerNorm("head.norm", layers.tokenAt("cls", x, 0), width, EPSILON);
        String logits = layers.gemm("head", layers.relu("head.relu", last), width, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    /** The class token, then one for each column: its number times a vector of its own, plus another. */
    private String tokens(OnnxGraph graph, String features) {
        String column = graph.op("Unsqueeze", "column", List.of(features, graph.longs("axis_2", 2)));
        String weight = graph.parameter("tokenizer.weight", new Fill.Uniform(0, 1), columns, width);
        String scaled = graph.op("Mul", "tokenizer.scaled", List.of(column, weight));
        String bias = graph.parameter("tokenizer.bias", new Fill.Uniform(0, 1), columns, width);
        String tokens = graph.op("Add", "tokenizer.biased", List.of(scaled, bias));
        String batch = graph.op(
                "Shape", "batch.of", List.of(tokens), Attributes.integer("start", 0), Attributes.integer("end", 1));
        String shape = graph.op(
                "Concat", "cls.shape", List.of(batch, graph.longs("cls_row", 1, width)), Attributes.integer("axis", 0));
        String token = graph.parameter("tokenizer.cls", new Fill.Uniform(0, 1), 1, 1, width);
        String each = graph.op("Expand", "cls.each", List.of(token, shape));
        return graph.op("Concat", "tokens", List.of(each, tokens), Attributes.integer("axis", 1));
    }

    /** ReGLU (Shazeer 2020): one half goes through where a ReLU lets the other. */
    private String gated(OnnxGraph graph, String name, String x) {
        Layers layers = new Layers(graph);
        String y = layers.layerNorm(name + ".norm", x, width, EPSILON);
        String both = layers.linear(name + ".up", y, width, 2L * hidden);
        String value = name + ".value";
        String gate = name + ".gate";
        graph.op(
                "Split",
                name + ".split",
                List.of(both, graph.longs("halves_of_" + 2 * hidden, hidden, hidden)),
                List.of(value, gate),
                Attributes.integer("axis", -1));
        String product = graph.op("Mul", name + ".gated", List.of(value, layers.relu(name + ".relu", gate)));
        return layers.linear(name + ".down", product, hidden, width);
    }
}
