package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;

/**
 * Inverted residuals with squeeze and excitation and SiLU (Tan and Le 2019, "EfficientNet", table 1; as torchvision's
 * efficientnet_b0): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch, classes].
 *
 * @param imageSize side of the square input in pixels
 * @param stem channels of the first convolution
 * @param stages in order
 * @param head channels of the last convolution
 * @param classes number of classes
 */
record EfficientNet(int imageSize, int stem, List<Stage> stages, int head, int classes) implements Architecture {
    /** A block squeezes to this share of its own input's channels. */
    private static final int SQUEEZE = 4;

    /** Expansion, side of the depthwise kernel, output channels, repeats, stride of the first. */
    record Stage(int expansion, int kernel, int channels, int repeats, int stride) {}

    EfficientNet {
        stages = List.copyOf(stages);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = Convolution.of(3, stem, 3).strided(2).ofLinear(graph, "stem.conv", pixels);
        x = activated(layers, "stem", x, stem);
        long channels = stem;
        for (int stage = 0; stage < stages.size(); stage++) {
            Stage row = stages.get(stage);
            for (int block = 0; block < row.repeats(); block++) {
                // What comes out of a block is linear, what comes out of the stem is not.
                boolean bent = stage == 0 && block == 0;
                x = block(graph, "stage" + stage + "." + block, x, channels, row, block == 0 ? row.stride() : 1, bent);
                channels = row.channels();
            }
        }
        x = activated(layers, "head", Convolution.of(channels, head, 1).ofLinear(graph, "head.conv", x), head);
        String logits = layers.gemm("classifier", layers.averaged(x), head, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private static String block(OnnxGraph graph, String name, String x, long in, Stage row, int stride, boolean bent) {
        Layers layers = new Layers(graph);
        long hidden = in * row.expansion();
        String y = x;
        if (row.expansion() != 1) {
            y = Convolution.of(in, hidden, 1).ofLinear(graph, name + ".expand.conv", y);
            y = activated(layers, name + ".expand", y, hidden);
        }
        Convolution depthwise = Convolution.depthwise(hidden, row.kernel()).strided(stride);
        y = depthwise.ofSilu(graph, name + ".depthwise.conv", y);
        y = activated(layers, name + ".depthwise", y, hidden);
        y = excited(graph, name + ".se", y, hidden, Math.max(1, in / SQUEEZE));
        y = Convolution.of(hidden, row.channels(), 1).ofSilu(graph, name + ".project.conv", y);
        // The gates halve what they let through.
        y = layers.batchNorm(name + ".project.bn", y, row.channels(), 2);
        return stride == 1 && in == row.channels() && !bent ? layers.add(name + ".add", x, y) : y;
    }

    /** Each channel weighed by what all channels are on average (Hu et al. 2018, "Squeeze-and-excitation networks"). */
    private static String excited(OnnxGraph graph, String name, String x, long channels, long squeezed) {
        String mean = graph.op("GlobalAveragePool", name + ".avgpool", List.of(x));
        String down = Convolution.of(channels, squeezed, 1).withBias().ofSilu(graph, name + ".fc1", mean);
        String up = Convolution.of(squeezed, channels, 1)
                .withBias()
                .ofSilu(graph, name + ".fc2", new Layers(graph).silu(name + ".silu", down));
        return graph.op("Mul", name + ".scale", List.of(x, graph.op("Sigmoid", name + ".gate", List.of(up))));
    }

    private static String activated(Layers layers, String name, String x, long channels) {
        return layers.silu(name + ".silu", layers.batchNorm(name + ".bn", x, channels));
    }
}
