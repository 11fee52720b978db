package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * HiFi-GAN's generator (Kong et al. 2020): transposed convolutions from log-mel frames up to samples, each followed by
 * the mean of residual blocks of several kernel sizes (the paper's ResBlock1); input {@code input_features}
 * [batch, mels, frames], output {@code waveform} [batch, 1, samples] in [-1, 1].
 *
 * @param mels mel bands
 * @param frames log-mel frames
 * @param channels of the first convolution; each upsampling halves them
 * @param upsampling rate and kernel of each, the kernel even and not below the rate
 * @param kernels of the residual blocks; odd
 * @param dilations within a residual block
 */
record HifiGan(
        int mels, int frames, int channels, List<Upsampling> upsampling, List<Integer> kernels, List<Integer> dilations)
        implements Architecture {
    private static final float SLOPE = 0.1f;
    private static final float LAST_SLOPE = 0.01f;

    /** A transposed convolution: samples out for each one in, and its kernel. */
    record Upsampling(int rate, int kernel) {}

    HifiGan {
        upsampling = List.copyOf(upsampling);
        kernels = List.copyOf(kernels);
        dilations = List.copyOf(dilations);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String features = graph.input("input_features", DataType.FLOAT, BATCH, mels, frames);
        String x = convolution(graph, "conv_pre", features, mels, channels, 7, 1, Layers.lecun(7L * mels));
        long samples = frames;
        int width = channels;
        for (int i = 0; i < upsampling.size(); i++) {
            Upsampling up = upsampling.get(i);
            x = leaky(graph, "ups." + i + ".leaky", x, SLOPE);
            x = transposed(graph, "ups." + i, x, width, up);
            width /= 2;
            samples *= up.rate();
            x = meanOfBlocks(graph, i, x, width);
        }
        x = leaky(graph, "last.leaky", x, LAST_SLOPE);
        x = convolution(graph, "conv_post", x, width, 1, 7, 1, Layers.lecun(7L * width));
        return graph.output("waveform", graph.op("Tanh", "tanh", List.of(x)), DataType.FLOAT, BATCH, 1, samples)
                .define();
    }

    private String meanOfBlocks(OnnxGraph graph, int stage, String x, int width) {
        String sum = "";
        for (int i = 0; i < kernels.size(); i++) {
            String name = "resblocks.%d.%d".formatted(stage, i);
            String block = block(graph, name, x, width, kernels.get(i));
            sum = i == 0 ? block : graph.op("Add", name + ".sum", List.of(sum, block));
        }
        String count = graph.scalar("block_count", kernels.size());
        return graph.op("Div", "resblocks.%d.mean".formatted(stage), List.of(sum, count));
    }

    private String block(OnnxGraph graph, String name, String x, int width, int kernel) {
        String all = x;
        for (int i = 0; i < dilations.size(); i++) {
            String at = name + "." + i;
            // Halved, so that the sum over the blocks keeps its size.
            Fill fill = new Fill.Uniform(0, 0.5f * (float) StrictMath.sqrt(3.0 / ((double) width * kernel)));
            String y = leaky(graph, at + ".leaky1", all, SLOPE);
            y = convolution(graph, at + ".convs1", y, width, width, kernel, dilations.get(i), fill);
            y = leaky(graph, at + ".leaky2", y, SLOPE);
            y = convolution(graph, at + ".convs2", y, width, width, kernel, 1, fill);
            all = graph.op("Add", at + ".add", List.of(y, all));
        }
        return all;
    }

    private static String leaky(OnnxGraph graph, String name, String x, float slope) {
        return graph.op("LeakyRelu", name, List.of(x), Attributes.real("alpha", slope));
    }

    private static String convolution(
            OnnxGraph graph, String name, String x, int in, int out, int kernel, int dilation, Fill fill) {
        int pad = (kernel - 1) * dilation / 2;
        return graph.op(
                "Conv",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", fill, out, in, kernel),
                        graph.parameter(name + ".bias", Layers.bias(), out)),
                Attributes.ints("kernel_shape", kernel),
                Attributes.ints("dilations", dilation),
                Attributes.ints("pads", pad, pad));
    }

    private static String transposed(OnnxGraph graph, String name, String x, int in, Upsampling up) {
        int pad = (up.kernel() - up.rate()) / 2;
        Fill fill = Layers.he((long) in * up.kernel() / up.rate());
        return graph.op(
                "ConvTranspose",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", fill, in, in / 2, up.kernel()),
                        graph.parameter(name + ".bias", Layers.bias(), in / 2)),
                Attributes.ints("kernel_shape", up.kernel()),
                Attributes.ints("strides", up.rate()),
                Attributes.ints("pads", pad, pad));
    }
}
