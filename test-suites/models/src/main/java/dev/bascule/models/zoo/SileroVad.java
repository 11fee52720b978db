package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Silero VAD 5's 16 kHz branch: a short-time Fourier transform as a convolution, four convolutions with ReLU, one step
 * of an LSTM, a probability; input {@code pcm} [batch, 512] and {@code state} [2, batch, 128] (hidden and cell), output
 * {@code output} [batch, 1] and {@code stateN}. The published model takes 64 samples of the frame before as well; here
 * they are reflected.
 */
record SileroVad() implements Architecture {
    static final int FRAME = 512;
    private static final int WINDOW = 256;
    private static final int HOP = 128;
    private static final int BINS = WINDOW / 2 + 1;
    private static final int WIDTH = 128;
    private static final int PAD = 64;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String sound = graph.input("pcm", DataType.FLOAT, BATCH, FRAME);
        String state = graph.input("state", DataType.FLOAT, 2, BATCH, WIDTH);
        String x = magnitudes(graph, sound);
        x = convolution(graph, "encoder.0", x, BINS, WIDTH, 1);
        x = convolution(graph, "encoder.1", x, WIDTH, WIDTH / 2, 2);
        x = convolution(graph, "encoder.2", x, WIDTH / 2, WIDTH / 2, 2);
        x = convolution(graph, "encoder.3", x, WIDTH / 2, WIDTH, 1);
        x = graph.op("Transpose", "sequence", List.of(x), Attributes.ints("perm", 2, 0, 1));
        Fill fill = new Fill.Uniform(0, (float) StrictMath.sqrt(1.0 / WIDTH));
        graph.op(
                "LSTM",
                "rnn",
                List.of(
                        x,
                        graph.parameter("rnn.weight_ih", fill, 1, 4L * WIDTH, WIDTH),
                        graph.parameter("rnn.weight_hh", fill, 1, 4L * WIDTH, WIDTH),
                        graph.parameter("rnn.bias", fill, 1, 8L * WIDTH),
                        "",
                        row(graph, "hidden", state, 0),
                        row(graph, "cell", state, 1)),
                List.of("", "rnn.hidden", "rnn.cell"),
                Attributes.integer("hidden_size", WIDTH));
        String next = graph.op("Concat", "next", List.of("rnn.hidden", "rnn.cell"), Attributes.integer("axis", 0));
        return graph.output("output", probability(graph, "rnn.hidden"), DataType.FLOAT, BATCH, 1)
                .output("stateN", next, DataType.FLOAT, 2, BATCH, WIDTH)
                .define();
    }

    private static String magnitudes(OnnxGraph graph, String sound) {
        String padded = graph.op(
                "Pad",
                "pad",
                List.of(sound, graph.longs("reflected", 0, PAD, 0, PAD)),
                Attributes.text("mode", "reflect"));
        String row = graph.op("Reshape", "row", List.of(padded, graph.longs("row_shape", 0, 1, FRAME + 2 * PAD)));
        String basis = graph.buffer("stft.basis", new Fill.FourierBasis(WINDOW), 2 * BINS, 1, WINDOW);
        String both = graph.op(
                "Conv",
                "stft",
                List.of(row, basis),
                Attributes.ints("kernel_shape", WINDOW),
                Attributes.ints("strides", HOP));
        String real = slice(graph, "real", both, 0, BINS, 1);
        String imaginary = slice(graph, "imaginary", both, BINS, 2 * BINS, 1);
        String power = graph.op(
                "Add",
                "power",
                List.of(
                        graph.op("Mul", "real.squared", List.of(real, real)),
                        graph.op("Mul", "imaginary.squared", List.of(imaginary, imaginary))));
        return graph.op("Sqrt", "magnitude", List.of(power));
    }

    private static String probability(OnnxGraph graph, String hidden) {
        String channels = graph.op("Transpose", "channels", List.of(hidden), Attributes.ints("perm", 1, 2, 0));
        String y = graph.op(
                "Conv",
                "decoder",
                List.of(
                        new Layers(graph).relu("decoder.relu", channels),
                        graph.parameter("decoder.weight", new Fill.Uniform(0, 1), 1, WIDTH, 1),
                        graph.parameter("decoder.bias", Layers.bias(), 1)),
                Attributes.ints("kernel_shape", 1));
        String probability = graph.op("Sigmoid", "sigmoid", List.of(y));
        return graph.op("Reshape", "column", List.of(probability, graph.longs("column_shape", 0, 1)));
    }

    private static String row(OnnxGraph graph, String name, String state, int index) {
        return slice(graph, name, state, index, index + 1, 0);
    }

    private static String slice(OnnxGraph graph, String name, String x, long from, long to, long axis) {
        return graph.op(
                "Slice",
                name,
                List.of(
                        x,
                        graph.longs(name + ".from", from),
                        graph.longs(name + ".to", to),
                        graph.longs(name + ".axis", axis)));
    }

    private static String convolution(OnnxGraph graph, String name, String x, int in, int out, int stride) {
        String y = graph.op(
                "Conv",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", Layers.he(3L * in), out, in, 3),
                        graph.parameter(name + ".bias", Layers.bias(), out)),
                Attributes.ints("kernel_shape", 3),
                Attributes.ints("strides", stride),
                Attributes.ints("pads", 1, 1));
        return new Layers(graph).relu(name + ".relu", y);
    }
}
