package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Inverted residuals with depthwise convolutions (Sandler et al. 2018, "MobileNetV2", table 2): input
 * {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch, classes].
 *
 * @param imageSize side of the square input in pixels
 * @param stem channels of the first convolution
 * @param stages the bottleneck stages in order
 * @param head channels of the last convolution
 * @param classes number of classes
 */
record MobileNet(int imageSize, int stem, List<Stage> stages, int head, int classes) implements Architecture {

    /** The four numbers of a row of the paper's table: expansion, output channels, repeats, stride of the first. */
    record Stage(int expansion, int channels, int repeats, int stride) {}

    MobileNet {
        stages = List.copyOf(stages);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = activated(graph, "stem", convolution(graph, "stem.conv", pixels, 3, stem, 3, 2, 1), stem);
        long channels = stem;
        for (int stage = 0; stage < stages.size(); stage++) {
            Stage row = stages.get(stage);
            for (int block = 0; block < row.repeats(); block++) {
                int stride = block == 0 ? row.stride() : 1;
                x = block(graph, "stage" + stage + "." + block, x, channels, row, stride);
                channels = row.channels();
            }
        }
        x = activated(graph, "head", convolution(graph, "head.conv", x, channels, head, 1, 1, 1), head);
        x = graph.op("GlobalAveragePool", "avgpool", List.of(x));
        x = graph.op("Flatten", "flatten", List.of(x));
        String logits = layers.gemm("classifier", x, head, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private static String block(OnnxGraph graph, String name, String x, long in, Stage row, int stride) {
        Layers layers = new Layers(graph);
        long hidden = in * row.expansion();
        String y = x;
        if (row.expansion() != 1) {
            y = convolution(graph, name + ".expand.conv", y, in, hidden, 1, 1, 1);
            y = activated(graph, name + ".expand", y, hidden);
        }
        y = convolution(graph, name + ".depthwise.conv", y, hidden, hidden, 3, stride, hidden);
        y = activated(graph, name + ".depthwise", y, hidden);
        y = convolution(graph, name + ".project.conv", y, hidden, row.channels(), 1, 1, 1);
        y = layers.batchNorm(name + ".project.bn", y, row.channels());
        return stride == 1 && in == row.channels() ? layers.add(name + ".add", x, y) : y;
    }

    private static String activated(OnnxGraph graph, String name, String x, long channels) {
        String normal = new Layers(graph).batchNorm(name + ".bn", x, channels);
        return graph.op("Clip", name + ".relu6", List.of(normal, graph.scalar("zero", 0), graph.scalar("six", 6)));
    }

    private static String convolution(
            OnnxGraph graph, String name, String x, long in, long out, int kernel, int stride, long groups) {
        int pad = kernel / 2;
        long inOfGroup = in / groups;
        Fill fill = Layers.he(inOfGroup * kernel * kernel);
        String weight = graph.parameter(name + ".weight", fill, out, inOfGroup, kernel, kernel);
        return graph.op(
                "Conv",
                name,
                List.of(x, weight),
                Attributes.ints("kernel_shape", kernel, kernel),
                Attributes.ints("strides", stride, stride),
                Attributes.ints("pads", pad, pad, pad, pad),
                Attributes.integer("group", groups));
    }
}
