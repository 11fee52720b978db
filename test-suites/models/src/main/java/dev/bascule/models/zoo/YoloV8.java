package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * A detector of three heads on a pyramid (Ultralytics' yolov8.yaml; scale n has a quarter of its width and a third of its
 * depth): input {@code pixel_values} [batch, 3, size, size], outputs {@code head8}, {@code head16} and {@code head32} [batch,
 * 4 bins + classes, side, side] as training sees them, for each cell the distances to four edges in bins, then the classes.
 * The published graph adds an expectation over the bins, of as many fixed weights as there are bins.
 *
 * @param imageSize side of the square input in pixels; a multiple of 32
 * @param width channels of the stem; doubles with each of four stages
 * @param blocks of the four stages
 * @param classes number of classes
 * @param bins of each distance
 */
record YoloV8(int imageSize, int width, List<Integer> blocks, int classes, int bins) implements Architecture {
    /** Ultralytics' own. */
    private static final float EPSILON = 1e-3f;

    YoloV8 {
        blocks = List.copyOf(blocks);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String x = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        x = convolution(graph, "stem", x, Convolution.of(3, width, 3).strided(2));
        List<String> levels = new ArrayList<>();
        for (int stage = 0; stage < blocks.size(); stage++) {
            long in = (long) width << stage;
            String at = "stage" + (stage + 1);
            x = convolution(
                    graph, at + ".down", x, Convolution.of(in, 2 * in, 3).strided(2));
            x = crossed(graph, at, x, 2 * in, 2 * in, blocks.get(stage), true);
            levels.add(x);
        }
        long small = 4L * width;
        long middle = 8L * width;
        long large = 16L * width;
        String top = pooled(graph, "sppf", levels.get(3), large);
        String down16 = joined(graph, "neck.up16", enlarged(graph, "neck.resize16", top), levels.get(2));
        String neck16 = crossed(graph, "neck16", down16, large + middle, middle, 1, false);
        String down8 = joined(graph, "neck.up8", enlarged(graph, "neck.resize8", neck16), levels.get(1));
        String out8 = crossed(graph, "neck8", down8, middle + small, small, 1, false);
        String up16 = convolution(
                graph, "neck.down16", out8, Convolution.of(small, small, 3).strided(2));
        String out16 =
                crossed(graph, "out16", joined(graph, "neck.join16", up16, neck16), small + middle, middle, 1, false);
        String up32 = convolution(
                graph, "neck.down32", out16, Convolution.of(middle, middle, 3).strided(2));
        String out32 =
                crossed(graph, "out32", joined(graph, "neck.join32", up32, top), middle + large, large, 1, false);
        headed(graph, "head8", out8, small, 8);
        headed(graph, "head16", out16, middle, 16);
        headed(graph, "head32", out32, large, 32);
        return graph.define();
    }

    /** Two branches of three convolutions each: the edges and the classes. */
    private void headed(OnnxGraph graph, String name, String x, long in, int stride) {
        long first = 4L * width;
        long edges = Math.max(Math.max(16, first / 4), 4L * bins);
        long kinds = Math.max(first, Math.min(classes, 100));
        String both = joined(
                graph,
                name + ".concat",
                branch(graph, name + ".edges", x, in, edges, 4L * bins),
                branch(graph, name + ".classes", x, in, kinds, classes));
        int side = imageSize / stride;
        graph.output(name, both, DataType.FLOAT, BATCH, 4L * bins + classes, side, side);
    }

    private static String branch(OnnxGraph graph, String name, String x, long in, long hidden, long out) {
        String y = convolution(graph, name + ".0", x, Convolution.of(in, hidden, 3));
        y = convolution(graph, name + ".1", y, Convolution.of(hidden, hidden, 3));
        return Convolution.of(hidden, out, 1).withBias().ofSilu(graph, name + ".2", y);
    }

    /** Ultralytics' C2f: half goes through bottlenecks, and all that came between is kept. */
    private static String crossed(
            OnnxGraph graph, String name, String x, long in, long out, int bottlenecks, boolean residual) {
        Layers layers = new Layers(graph);
        long half = out / 2;
        String both = convolution(graph, name + ".cv1", x, Convolution.of(in, out, 1));
        List<String> parts = new ArrayList<>(List.of(name + ".kept", name + ".changed"));
        graph.op(
                "Split",
                name + ".split",
                List.of(both, graph.longs("halves_of_" + half, half, half)),
                parts,
                Attributes.integer("axis", 1));
        String last = parts.get(1);
        for (int block = 0; block < bottlenecks; block++) {
            String at = name + ".m" + block;
            String y = convolution(graph, at + ".cv1", last, Convolution.of(half, half, 3));
            y = convolution(graph, at + ".cv2", y, Convolution.of(half, half, 3));
            last = residual ? layers.add(at + ".add", last, y) : y;
            parts.add(last);
        }
        String all = layers.joined(name + ".concat", parts);
        return convolution(graph, name + ".cv2", all, Convolution.of((2L + bottlenecks) * half, out, 1));
    }

    /** Ultralytics' SPPF: pooled three times over, each kept. */
    private static String pooled(OnnxGraph graph, String name, String x, long channels) {
        long half = channels / 2;
        List<String> parts = new ArrayList<>();
        parts.add(convolution(graph, name + ".cv1", x, Convolution.of(channels, half, 1)));
        for (int times = 0; times < 3; times++) {
            parts.add(graph.op(
                    "MaxPool",
                    name + ".pool" + times,
                    List.of(parts.get(times)),
                    Attributes.ints("kernel_shape", 5, 5),
                    Attributes.ints("strides", 1, 1),
                    Attributes.ints("pads", 2, 2, 2, 2)));
        }
        String all = new Layers(graph).joined(name + ".concat", parts);
        return convolution(graph, name + ".cv2", all, Convolution.of(4 * half, channels, 1));
    }

    private static String enlarged(OnnxGraph graph, String name, String x) {
        String scales = graph.constant("twice", DataType.FLOAT, new Fill.Floats(List.of(1f, 1f, 2f, 2f)), 4);
        return graph.op(
                "Resize",
                name,
                List.of(x, "", scales),
                Attributes.text("mode", "nearest"),
                Attributes.text("coordinate_transformation_mode", "asymmetric"),
                Attributes.text("nearest_mode", "floor"));
    }

    private static String joined(OnnxGraph graph, String name, String a, String b) {
        return new Layers(graph).joined(name, List.of(a, b));
    }

    private static String convolution(OnnxGraph graph, String name, String x, Convolution convolution) {
        Layers layers = new Layers(graph);
        String y = convolution.ofSilu(graph, name + ".conv", x);
        return layers.silu(name + ".silu", layers.batchNorm(name + ".bn", y, convolution.out(), 1, EPSILON));
    }
}
