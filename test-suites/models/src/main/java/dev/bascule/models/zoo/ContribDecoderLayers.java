package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * In ONNX Runtime's own operators, over a residual stream of [1, sequence, width]; a matrix that came in blocks stays in them.
 *
 * <p>{@code MatMulNBits} computes {@code scale * (code - zero)} with a whole zero point, 8 where none is given, which is Q4_0 as it is.
 *
 * <p>Q4_1 is {@code scale * code + offset}, whose zero point {@code -offset/scale} is no whole number, and a float one is neither exact nor
 * taken by every backend. So its zero points are 0, and the offsets are a second product, of the sums of {@code x} over each block:
 * {@code y = x (scale*code)ᵀ + sums(x) offsetsᵀ}.
 *
 * <p>Q8_0 is two parts of 4 bits, {@code 16*scale * (high - 8) + scale * low}. The operator has 8 bits too, but not on every backend,
 * and on the CPU it then makes float32 of the whole matrix at each step: SmolLM2's logits took 1.1 s so, on one thread.
 *
 * <p>Scales and offsets were float16 and codes are few bits, so every weight is exact, and only the sums of the products round.
 */
final class ContribDecoderLayers implements DecoderLayers {
    /** That products are summed in float32, which is 1 in MatMulNBits' scale of them. */
    private static final int FLOAT32 = 1;

    private static final int BITS = 4;
    private static final int BLOCK = DecoderWeights.BLOCK;

    private final OnnxGraph graph;
    private final DecoderConfig config;
    private final Set<String> sums = new HashSet<>();

    ContribDecoderLayers(OnnxGraph graph, DecoderConfig config) {
        this.graph = graph;
        this.config = config;
    }

    /** The look-up takes the rows' codes apart itself. */
    @Override
    public String embedding(String name, DecoderWeights.Matrix matrix, String ids) {
        int rows = config.vocabulary();
        int width = config.hidden();
        if (matrix.parts().isEmpty()) {
            String table = graph.parameter(name + ".weight", matrix.values(), rows, width);
            return gathered(name + ".rows", table, ids, 0);
        }
        String sum = "";
        for (int index = 0; index < matrix.parts().size(); index++) {
            String values = unpacked(part(name, index), matrix.parts().get(index), ids, width, rows);
            sum = sum.isEmpty() ? values : graph.op("Add", part(name, index) + ".sum", List.of(sum, values));
        }
        return graph.op("Reshape", name + ".flat", List.of(sum, graph.longs("hidden_shape", 1, -1, width)));
    }

    /** The tokens' rows of a part, [1, sequence, blocks, block]. */
    private String unpacked(String name, DecoderWeights.Blocks part, String ids, int width, int rows) {
        String packed = gathered(name + ".code_rows", codes(name, part, width, rows), ids, 0);
        String real = graph.op("Cast", name + ".real", List.of(packed), Attributes.integer("to", DataType.FLOAT_VALUE));
        String shifted = graph.op("Mul", name + ".shifted", List.of(real, graph.scalar("sixteenth", 1 / 16f)));
        String high = graph.op("Floor", name + ".high", List.of(shifted));
        String above = graph.op("Mul", name + ".above", List.of(high, graph.scalar("sixteen", 16)));
        String low = graph.op("Sub", name + ".low", List.of(real, above));
        String last = graph.longs("last", -1);
        String pairs = graph.op(
                "Concat",
                name + ".pairs",
                List.of(
                        graph.op("Unsqueeze", name + ".low_wide", List.of(low, last)),
                        graph.op("Unsqueeze", name + ".high_wide", List.of(high, last))),
                Attributes.integer("axis", -1));
        String codes = graph.op(
                "Reshape",
                name + ".codes_flat",
                List.of(pairs, graph.longs("codes_shape", 1, -1, width / BLOCK, BLOCK)));
        String centred =
                part.centred() ? graph.op("Sub", name + ".centred", List.of(codes, graph.scalar("eight", 8))) : codes;
        String scales = gathered(name + ".scale_rows", scales(name, part, width, rows), ids, 0);
        String scaled = graph.op(
                "Mul",
                name + ".scaled",
                List.of(centred, graph.op("Unsqueeze", name + ".scale_wide", List.of(scales, last))));
        return part.offsets()
                .map(fill -> {
                    String columns = gathered(name + ".offset_rows", offsets(name, fill, width, rows), ids, 1);
                    String turned = graph.op(
                            "Transpose", name + ".offset_turned", List.of(columns), Attributes.ints("perm", 1, 2, 0));
                    String wide = graph.op("Unsqueeze", name + ".offset_wide", List.of(turned, last));
                    return graph.op("Add", name + ".whole_rows", List.of(scaled, wide));
                })
                .orElse(scaled);
    }

    private String gathered(String name, String table, String ids, int axis) {
        return graph.op("Gather", name, List.of(table, ids), Attributes.integer("axis", axis));
    }

    @Override
    public String linear(String weight, String name, DecoderWeights.Matrix matrix, String x, int in, int out) {
        if (matrix.parts().isEmpty()) {
            return dense(weight, name, matrix.values(), x, in, out);
        }
        String sum = "";
        for (int index = 0; index < matrix.parts().size(); index++) {
            String product = inBlocks(
                    part(weight, index), part(name, index), matrix.parts().get(index), x, in, out);
            sum = sum.isEmpty() ? product : graph.op("Add", part(name, index) + ".sum", List.of(sum, product));
        }
        return sum;
    }

    private static String part(String name, int index) {
        return index == 0 ? name : name + ".part" + index;
    }

    private String dense(String weight, String name, Fill values, String x, int in, int out) {
        String flat = graph.op("Reshape", name + ".rows", List.of(x, graph.longs("flat_" + in, -1, in)));
        String product = graph.op(
                "Gemm",
                name + ".gemm",
                List.of(flat, graph.parameter(weight + ".weight", values, out, in)),
                Attributes.integer("transB", 1));
        return graph.op("Reshape", name + ".shaped", List.of(product, graph.longs("shaped_" + out, 1, -1, out)));
    }

    private String inBlocks(String weight, String name, DecoderWeights.Blocks part, String x, int in, int out) {
        long count = in / BLOCK;
        List<String> inputs = new ArrayList<>(List.of(x, codes(weight, part, in, out), scales(weight, part, in, out)));
        if (!part.centred()) {
            long bytes = (count + 1) / 2;
            String zeros = "zeros_%d_%d".formatted(out, bytes);
            inputs.add(graph.constant(zeros, DataType.UINT8, new Fill.Bytes(0), out, bytes));
        }
        String product = name + ".product";
        graph.contrib(
                "MatMulNBits",
                product,
                inputs,
                List.of(product),
                Attributes.integer("K", in),
                Attributes.integer("N", out),
                Attributes.integer("bits", BITS),
                Attributes.integer("block_size", BLOCK),
                Attributes.integer("accuracy_level", FLOAT32));
        return part.offsets()
                .map(fill -> {
                    String offsets = offsets(weight, fill, in, out);
                    String second = graph.op("MatMul", name + ".offset", List.of(sums(x, count), offsets));
                    return graph.op("Add", name + ".whole", List.of(product, second));
                })
                .orElse(product);
    }

    /** The sums of a value over each block, which all products of that value share. */
    private String sums(String x, long count) {
        String name = x + ".sums";
        if (sums.add(x)) {
            String cut =
                    graph.op("Reshape", x + ".blocks", List.of(x, graph.longs("blocks_" + count, 1, -1, count, BLOCK)));
            graph.op("ReduceSum", name, List.of(cut, graph.longs("last", -1)), Attributes.integer("keepdims", 0));
        }
        return name;
    }

    private String codes(String name, DecoderWeights.Blocks part, long in, long out) {
        return graph.codes(name + ".codes", part.codes(), out, in / BLOCK, BLOCK * BITS / 8L);
    }

    private String scales(String name, DecoderWeights.Blocks part, long in, long out) {
        return graph.parameter(name + ".scales", part.scales(), out, in / BLOCK);
    }

    private String offsets(String name, Fill fill, long in, long out) {
        return graph.parameter(name + ".offsets", fill, in / BLOCK, out);
    }

    @Override
    public Normed norm(String name, String x, Optional<String> branch, String gain, Optional<String> bias) {
        if (bias.isPresent()) {
            String sum = branch.map(added -> graph.op("Add", name + ".sum", List.of(x, added)))
                    .orElse(x);
            return new Normed(
                    graph.op(
                            "LayerNormalization",
                            name + ".normed",
                            List.of(sum, gain, bias.get()),
                            Attributes.integer("axis", -1),
                            Attributes.real("epsilon", config.normEpsilon())),
                    sum);
        }
        if (branch.isEmpty()) {
            // ONNX Runtime has this one in ONNX's own domain.
            return new Normed(
                    graph.op(
                            "SimplifiedLayerNormalization",
                            name + ".normed",
                            List.of(x, gain),
                            Attributes.integer("axis", -1),
                            Attributes.real("epsilon", config.normEpsilon())),
                    x);
        }
        graph.contrib(
                "SkipSimplifiedLayerNormalization",
                name + ".normed",
                List.of(x, branch.get(), gain),
                List.of(name + ".normed", "", "", name + ".sum"),
                Attributes.real("epsilon", config.normEpsilon()));
        return new Normed(name + ".normed", name + ".sum");
    }

    @Override
    public String gelu(String name, String x) {
        graph.contrib("FastGelu", name, List.of(x), List.of(name));
        return name;
    }
}
