package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Swin's self-attention over [batch, side, side, width]: each pixel looks at those of its window, with a learned bias for each
 * distance in the window.
 *
 * @param side of the grid of pixels
 * @param window side of a window; divides the grid's
 * @param width channels of a pixel
 * @param heads number of heads; divides the width
 */
record WindowAttention(OnnxGraph graph, int side, int window, int width, int heads) {
    private static final float MASKED = -100;

    /** @param shifted whether windows are shifted by half; a grid of one window has none to shift */
    String apply(String name, String x, boolean shifted) {
        int shift = shifted && side > window ? window / 2 : 0;
        String rolled = shift == 0 ? x : rolled(name + ".shift", x, shift);
        String rows = windows(name + ".windows", rolled);

        Layers layers = new Layers(graph);
        String packed = layers.linear(name + ".qkv", rows, width, 3L * width);
        List<String> parts = List.of(name + ".query", name + ".key", name + ".value");
        graph.op(
                "Split",
                name + ".split",
                List.of(packed, graph.longs("three_of_" + width, width, width, width)),
                parts,
                Attributes.integer("axis", -1));
        String queries = heads(parts.get(0), 0, 2, 1, 3);
        String keys = heads(parts.get(1), 0, 2, 3, 1);
        String values = heads(parts.get(2), 0, 2, 1, 3);

        String scale = graph.scalar("head_scale_" + width / heads, (float) (1 / StrictMath.sqrt(width / heads)));
        String scaled = graph.op("Mul", name + ".query.scaled", List.of(queries, scale));
        String scores = graph.op("MatMul", name + ".scores", List.of(scaled, keys));
        scores = graph.op("Add", name + ".biased", List.of(scores, bias(name)));
        if (shift > 0) {
            scores = masked(name + ".mask", scores, shift);
        }
        String weights = graph.op("Softmax", name + ".softmax", List.of(scores), Attributes.integer("axis", -1));
        String context = graph.op("MatMul", name + ".context", List.of(weights, values));
        String merged =
                graph.op("Transpose", name + ".context.turned", List.of(context), Attributes.ints("perm", 0, 2, 1, 3));
        String flat = reshaped(name + ".context.rows", merged, 0, 0, width);
        String grid = grid(name + ".grid", layers.linear(name + ".proj", flat, width, width));
        return shift == 0 ? grid : rolled(name + ".unshift", grid, side - shift);
    }

    /** What leaves at the top and at the left comes in again at the other end. */
    private String rolled(String name, String x, int by) {
        return rolled(name + ".columns", rolled(name + ".rows", x, by, 1), by, 2);
    }

    private String rolled(String name, String x, int by, int axis) {
        List<String> parts = new ArrayList<>();
        for (long[] range : new long[][] {{by, side}, {0, by}}) {
            parts.add(graph.op(
                    "Slice",
                    name + "." + range[0],
                    List.of(
                            x,
                            graph.longs("at_" + range[0], range[0]),
                            graph.longs("at_" + range[1], range[1]),
                            graph.longs("at_" + axis, axis))));
        }
        return graph.op("Concat", name, parts, Attributes.integer("axis", axis));
    }

    /** [windows of all pictures, pixels of a window, width]; four dimensions are enough, and more than engines have to know. */
    private String windows(String name, String x) {
        String lines = reshaped(name + ".lines", x, -1, window, side / window, window * width);
        String turned = graph.op("Transpose", name + ".turned", List.of(lines), Attributes.ints("perm", 0, 2, 1, 3));
        return reshaped(name, turned, -1, window * window, width);
    }

    private String grid(String name, String rows) {
        String lines = reshaped(name + ".lines", rows, -1, side / window, window, window * width);
        String turned = graph.op("Transpose", name + ".turned", List.of(lines), Attributes.ints("perm", 0, 2, 1, 3));
        return reshaped(name, turned, -1, side, side, width);
    }

    private String heads(String x, long... permutation) {
        String split = reshaped(x + ".heads", x, 0, 0, heads, width / heads);
        return graph.op("Transpose", x + ".turned", List.of(split), Attributes.ints("perm", permutation));
    }

    /** [heads, pixels, pixels]. */
    private String bias(String name) {
        int distances = 2 * window - 1;
        int pixels = window * window;
        String table = graph.parameter(
                name + ".relative_position_bias_table", new Fill.Uniform(0, 1), (long) distances * distances, heads);
        long[] index = new long[pixels * pixels];
        for (int from = 0; from < pixels; from++) {
            for (int to = 0; to < pixels; to++) {
                int down = from / window - to / window + window - 1;
                int right = from % window - to % window + window - 1;
                index[from * pixels + to] = (long) down * distances + right;
            }
        }
        String rows = graph.op(
                "Gather",
                name + ".bias.rows",
                List.of(table, graph.longs("relative_position_index", index)),
                Attributes.integer("axis", 0));
        String square = reshaped(name + ".bias.square", rows, pixels, pixels, heads);
        return graph.op("Transpose", name + ".bias", List.of(square), Attributes.ints("perm", 2, 0, 1));
    }

    private String masked(String name, String scores, int shift) {
        int count = (side / window) * (side / window);
        int pixels = window * window;
        String mask = graph.constant(
                "shifted_windows_" + side,
                DataType.FLOAT,
                new Fill.ShiftedWindows(side, window, shift, MASKED),
                count,
                1,
                pixels,
                pixels);
        String byPicture = reshaped(name + ".pictures", scores, -1, count, heads, pixels, pixels);
        String sum = graph.op("Add", name + ".sum", List.of(byPicture, mask));
        return reshaped(name, sum, -1, heads, pixels, pixels);
    }

    private String reshaped(String name, String x, long... dims) {
        StringBuilder words = new StringBuilder("shape");
        for (long dim : dims) {
            words.append('_').append(dim);
        }
        return graph.op("Reshape", name, List.of(x, graph.longs(words.toString(), dims)));
    }
}
