package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * One gated recurrent layer over the frames of a word, and a classifier of its last state (Zhang et al. 2017, "Hello
 * Edge: keyword spotting on microcontrollers", the small GRU of 154 units): input {@code input_features} [batch, mels, frames], output
 * {@code logits} [batch, classes].
 *
 * @param mels mel bands
 * @param frames log-mel frames
 * @param units of the recurrent layer
 * @param classes number of classes
 */
record GruSpotter(int mels, int frames, int units, int classes) implements Architecture {

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String features = graph.input("input_features", DataType.FLOAT, BATCH, mels, frames);
        String sequence = graph.op("Transpose", "sequence", List.of(features), Attributes.ints("perm", 2, 0, 1));
        graph.op(
                "GRU",
                "gru",
                List.of(
                        sequence,
                        graph.parameter("gru.weight_ih", Layers.lecun(mels), 1, 3L * units, mels),
                        graph.parameter("gru.weight_hh", Layers.lecun(units), 1, 3L * units, units),
                        graph.parameter("gru.bias", Layers.bias(), 1, 6L * units)),
                List.of("", "gru.last"),
                Attributes.integer("hidden_size", units));
        String state = graph.op("Reshape", "state", List.of("gru.last", graph.longs("state_shape", -1, units)));
        String weighed = new Layers(graph).gemm("classifier", state, units, classes);
        return graph.output("logits", weighed, DataType.FLOAT, BATCH, classes).define();
    }
}
