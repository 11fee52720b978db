package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * A label for each word, of what stands before and behind it (Huang et al. 2015, "Bidirectional LSTM-CRF models for
 * sequence tagging", without the field: word vectors of 50, 300 units each way): input {@code input_ids} int64 [batch, length], output
 * {@code logits} [batch, length, labels].
 *
 * @param vocabulary number of words
 * @param length words of a sentence
 * @param width of a word's vector
 * @param units of the recurrent layer in each direction
 * @param labels number of labels
 */
record BiLstmTagger(int vocabulary, int length, int width, int units, int labels) implements Architecture {

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String ids = graph.input("input_ids", DataType.INT64, BATCH, length);
        String table = graph.parameter("embedding", new Fill.Uniform(0, 1.7f), vocabulary, width);
        String rows = graph.op("Gather", "words", List.of(table, ids), Attributes.integer("axis", 0));
        String sequence = graph.op("Transpose", "sequence", List.of(rows), Attributes.ints("perm", 1, 0, 2));
        graph.op(
                "LSTM",
                "lstm",
                List.of(
                        sequence,
                        graph.parameter("lstm.weight_ih", Layers.lecun(width), 2, 4L * units, width),
                        graph.parameter("lstm.weight_hh", Layers.lecun(units), 2, 4L * units, units),
                        graph.parameter("lstm.bias", Layers.bias(), 2, 8L * units)),
                List.of("lstm.states"),
                Attributes.integer("hidden_size", units),
                Attributes.text("direction", "bidirectional"));
        // [length, directions, batch, units]
        String turned = graph.op("Transpose", "by_word", List.of("lstm.states"), Attributes.ints("perm", 2, 0, 1, 3));
        String both = graph.op("Reshape", "both", List.of(turned, graph.longs("both_shape", 0, 0, 2L * units)));
        String logits = new Layers(graph).linear("classifier", both, 2L * units, labels);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, length, labels)
                .define();
    }
}
