package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Causal convolutions over time, dilated twice as far in each block (Bai et al. 2018, "An empirical evaluation of generic
 * convolutional and recurrent networks for sequence modeling"), with its weights' normalisation folded in: input
 * {@code pitches} [batch, channels, frames], output {@code logits} [batch, channels, frames] of the frame to come.
 *
 * @param channels before and after
 * @param frames in time
 * @param width channels between
 * @param blocks number of residual blocks
 * @param kernel frames that one convolution sees
 */
record TemporalNet(int channels, int frames, int width, int blocks, int kernel) implements Architecture {

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String x = graph.input("pitches", DataType.FLOAT, BATCH, channels, frames);
        int in = channels;
        for (int block = 0; block < blocks; block++) {
            String at = "block" + block;
            int dilation = 1 << block;
            String y = causal(graph, at + ".conv1", x, in, Layers.lecun((long) in * kernel), dilation);
            y = layers.relu(at + ".relu1", y);
            y = causal(graph, at + ".conv2", y, width, Layers.afterRelu((long) width * kernel), dilation);
            y = layers.relu(at + ".relu2", y);
            String kept = in == width ? x : pointwise(graph, at + ".downsample", x, in, width);
            x = layers.relu(at + ".relu", layers.add(at + ".add", y, kept));
            in = width;
        }
        String logits = pointwise(graph, "linear", x, in, channels);
        String sounding = graph.op("Sigmoid", "sigmoid", List.of(logits));
        return graph.output("sounding", sounding, DataType.FLOAT, BATCH, channels, frames)
                .define();
    }

    /** Sees no frame that is yet to come: all padding stands before. */
    private String causal(OnnxGraph graph, String name, String x, int in, Fill fill, int dilation) {
        return graph.op(
                "Conv",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", fill, width, in, kernel),
                        graph.parameter(name + ".bias", Layers.bias(), width)),
                Attributes.ints("kernel_shape", kernel),
                Attributes.ints("dilations", dilation),
                Attributes.ints("pads", (long) (kernel - 1) * dilation, 0));
    }

    private static String pointwise(OnnxGraph graph, String name, String x, int in, int out) {
        return graph.op(
                "Conv",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", Layers.lecun(in), out, in, 1),
                        graph.parameter(name + ".bias", Layers.bias(), out)),
                Attributes.ints("kernel_shape", 1));
    }
}
