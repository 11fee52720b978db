package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import java.util.ArrayList;
import java.util.List;

/**
 * Whole numbers around 0 times a scale, by DequantizeLinear: {@code scale = greatest magnitude / most}, {@code q = round(w / scale)} with
 * halves to the even one, as onnxruntime.quantization's compute_scale_zp and quantize_nparray do it for symmetric weights.
 *
 * @param bits 8, 4, or 7 in 8: to 64 and no further, so that two products with 8 bits fit into 16
 * @param spread over what a scale reaches
 * @param block elements that share a scale along the axis that is summed over, where the spread is by blocks
 * @param zeros whether zero points are written too, all 0: ONNX Runtime's fusions ask for them
 */
record UniformCoder(int bits, Spread spread, int block, boolean zeros) implements WeightCoder {

    /** Over what a scale reaches. */
    enum Spread {
        TENSOR,
        CHANNEL,
        BLOCK
    }

    /** Whole numbers and their scales. {@code scales} has the dims {@code scaleDims}, {@code q} those of the weight. */
    record Steps(int[] q, float[] scales, List<Long> scaleDims, float[] decoded) {}

    int most() {
        return bits == 8 ? 127 : bits == 7 ? 64 : 7;
    }

    /** Blocks of a Conv run over its channels and window together: alone its input channels are often few. */
    private boolean isFlattened(Weight weight) {
        return spread == Spread.BLOCK
                && weight.node().getOpType().equals("Conv")
                && weight.dims().size() > 2;
    }

    private List<Long> dims(Weight weight) {
        return isFlattened(weight)
                ? List.of(
                        weight.dims().get(0),
                        weight.values().length / weight.dims().get(0))
                : weight.dims();
    }

    private int axis(Weight weight) {
        return switch (spread) {
            case TENSOR -> 0;
            case CHANNEL -> weight.channels();
            case BLOCK -> isFlattened(weight) ? 1 : weight.depth();
        };
    }

    Steps steps(Weight weight) {
        return steps(weight, new double[0]);
    }

    /** @param least of each scale, none where there is no least */
    Steps steps(Weight weight, double[] least) {
        List<Long> dims = dims(weight);
        int axis = axis(weight);
        int stride = Numbers.stride(dims, axis);
        int size = Math.toIntExact(dims.get(axis));
        int blocks = (size + block - 1) / block;
        List<Long> scaleDims = switch (spread) {
            case TENSOR -> List.of();
            case CHANNEL -> List.of((long) size);
            case BLOCK -> {
                List<Long> own = new ArrayList<>(dims);
                own.set(axis, (long) blocks);
                yield own;
            }
        };
        float[] values = weight.values();
        int[] of = new int[values.length];
        for (int i = 0; i < of.length; i++) {
            int at = i / stride % size;
            of[i] = switch (spread) {
                case TENSOR -> 0;
                case CHANNEL -> at;
                case BLOCK -> (i / (stride * size) * blocks + at / block) * stride + i % stride;
            };
        }
        float[] scales = new float[Numbers.count(scaleDims)];
        for (int i = 0; i < of.length; i++) {
            scales[of[i]] = Math.max(scales[of[i]], Math.abs(values[i]));
        }
        for (int i = 0; i < scales.length; i++) {
            scales[i] = Math.max(scale(scales[i], most()), i < least.length ? (float) least[i] : 0);
        }
        return rounded(values, of, scales, scaleDims);
    }

    /** @param of which scale each value has */
    private Steps rounded(float[] values, int[] of, float[] scales, List<Long> scaleDims) {
        int[] q = new int[values.length];
        float[] decoded = new float[values.length];
        for (int i = 0; i < q.length; i++) {
            q[i] = (int) Math.max(-most(), Math.min(most(), Math.rint(values[i] / scales[of[i]])));
            decoded[i] = q[i] * scales[of[i]];
        }
        return new Steps(q, scales, scaleDims, decoded);
    }

    /** 1 where all is 0, or so small that the scale would be subnormal. */
    static float scale(float greatest, int most) {
        double scale = (double) greatest / most;
        return scale < Float.MIN_NORMAL ? 1 : (float) scale;
    }

    @Override
    public Coded code(Weight weight, Names names, long seed) {
        return code(weight, names, steps(weight));
    }

    /** By scales that somebody else found, one a channel. */
    Coded code(Weight weight, Names names, float[] scales) {
        int[] of = new int[weight.values().length];
        for (int i = 0; i < of.length; i++) {
            of[i] = weight.channelOf(i);
        }
        return code(weight, names, rounded(weight.values(), of, scales, List.of((long) scales.length)));
    }

    private Coded code(Weight weight, Names names, Steps steps) {
        DType type = bits > 4 ? DType.INT8 : DType.INT4;
        String stored = names.fresh(weight.name() + "_quantized");
        List<TensorProto> constants = new ArrayList<>();
        constants.add(
                bits > 4
                        ? Numbers.bytes(stored, type, dims(weight), steps.q())
                        : Numbers.nibbles(stored, type, dims(weight), steps.q()));
        constants.add(Numbers.floats(names.fresh(weight.name() + "_scale"), steps.scaleDims(), steps.scales()));
        List<String> inputs = new ArrayList<>(List.of(stored, constants.get(1).getName()));
        if (zeros) {
            String zero = names.fresh(weight.name() + "_zero_point");
            constants.add(
                    bits > 4
                            ? Numbers.bytes(zero, type, steps.scaleDims(), new int[steps.scales().length])
                            : Numbers.nibbles(zero, type, steps.scaleDims(), new int[steps.scales().length]));
            inputs.add(zero);
        }
        String flat = isFlattened(weight) ? names.fresh(weight.name() + "_flat") : weight.name();
        List<NodeProto> nodes = new ArrayList<>();
        nodes.add(decoder(weight, names.fresh(weight.name() + "_decoder"), inputs, flat));
        if (isFlattened(weight)) {
            String shape = names.fresh(weight.name() + "_shape");
            constants.add(Numbers.longs(
                    shape, weight.dims().stream().mapToLong(Long::longValue).toArray()));
            nodes.add(Protos.node(
                    "Reshape", names.fresh(weight.name() + "_reshape"), List.of(flat, shape), List.of(weight.name())));
        }
        return new Coded(constants, nodes, steps.decoded(), bits > 4 ? Byte.SIZE : bits, Coded.bytes(constants));
    }

    private NodeProto decoder(Weight weight, String name, List<String> inputs, String output) {
        NodeProto node = Protos.node("DequantizeLinear", name, inputs, List.of(output));
        return switch (spread) {
            case TENSOR -> node;
            case CHANNEL ->
                node.toBuilder()
                        .addAttribute(Attributes.integer("axis", axis(weight)))
                        .build();
            case BLOCK ->
                node.toBuilder()
                        .addAttribute(Attributes.integer("axis", axis(weight)))
                        .addAttribute(Attributes.integer("block_size", block))
                        .build();
        };
    }
}
