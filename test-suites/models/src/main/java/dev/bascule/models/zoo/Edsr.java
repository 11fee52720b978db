package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Residual blocks without normalisation, then each pixel's channels laid out as a square of pixels (Lim et al. 2017,
 * "Enhanced deep residual networks for single image super-resolution", the baseline for twice the size): input
 * {@code pixel_values} [batch, 3, size, size], output {@code reconstruction} [batch, 3, 2 size, 2 size].
 *
 * @param imageSize side of the square input in pixels
 * @param width channels
 * @param blocks number of residual blocks
 */
record Edsr(int imageSize, int width, int blocks) implements Architecture {
    private static final int SCALE = 2;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String head = Convolution.of(3, width, 3).withBias().ofLinear(graph, "head", pixels);
        String x = head;
        for (int block = 0; block < blocks; block++) {
            String at = "body." + block;
            String y = layers.relu(at + ".relu", same().ofLinear(graph, at + ".conv1", x));
            // Half of what a block adds, so that the sum of many does not grow without end.
            Convolution second = same();
            x = layers.add(at + ".add", x, second.apply(graph, at + ".conv2", y, Layers.lecun(2 * second.fanIn())));
        }
        x = layers.add("body.add", head, same().ofLinear(graph, "body.last", x));
        x = Convolution.of(width, (long) SCALE * SCALE * width, 3).withBias().ofLinear(graph, "upsample", x);
        x = graph.op(
                "DepthToSpace",
                "pixel_shuffle",
                List.of(x),
                Attributes.integer("blocksize", SCALE),
                Attributes.text("mode", "CRD"));
        String picture = Convolution.of(width, 3, 3).withBias().ofLinear(graph, "tail", x);
        int side = SCALE * imageSize;
        return graph.output("reconstruction", picture, DataType.FLOAT, BATCH, 3, side, side)
                .define();
    }

    private Convolution same() {
        return Convolution.of(width, width, 3).withBias();
    }
}
