package dev.bascule.prediction.work;

import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.util.List;
import java.util.Map;

/**
 * What kernels cost by their shapes alone. Immutable.
 *
 * <p>Multiplications and additions count as one operation each. A convolution: two for each element of the output and each
 * weight of its channel. A product of matrices [m,k] and [k,n]: 2mkn, where k is told by the three sizes alone, for fused
 * products transpose either side. Attention: its projections, and 4 for each pair of positions and element. LSTM, GRU, RNN: two
 * for each weight and step. Everything else: one for each element of the greater side; what such an element costs is learned
 * for its class.
 *
 * @param kind what it is counted with
 * @param operations of all of them together
 * @param bytes read and written, of all of them together; none of views
 * @param count how many there are
 * @param millis what they took where they were traced
 */
public record KernelCost(OperatorClass kind, double operations, double bytes, int count, double millis) {
    private static final Map<String, Integer> ELEMENT_BYTES = Map.ofEntries(
            Map.entry("float", 4),
            Map.entry("double", 8),
            Map.entry("float16", 2),
            Map.entry("bfloat16", 2),
            Map.entry("int64", 8),
            Map.entry("uint64", 8),
            Map.entry("int32", 4),
            Map.entry("uint32", 4),
            Map.entry("int16", 2),
            Map.entry("uint16", 2),
            Map.entry("int8", 1),
            Map.entry("uint8", 1),
            Map.entry("bool", 1));
    private static final int OTHER_BYTES = 4;

    /** The cost of kernels of one kind. */
    public static KernelCost of(Kernel kernel) {
        OperatorClass kind = OperatorClass.of(kernel);
        boolean still = kind == OperatorClass.VIEW;
        return new KernelCost(
                kind,
                still ? 0 : kernel.count() * operations(kernel),
                still ? 0 : kernel.count() * (bytes(kernel.inputs()) + bytes(kernel.outputs())),
                kernel.count(),
                kernel.millis());
    }

    private static double bytes(List<KernelTensor> tensors) {
        return tensors.stream()
                .mapToDouble(
                        tensor -> (double) tensor.elements() * ELEMENT_BYTES.getOrDefault(tensor.type(), OTHER_BYTES))
                .sum();
    }

    private static double operations(Kernel kernel) {
        List<KernelTensor> in = kernel.inputs();
        double out = elements(kernel.outputs());
        double most = Math.max(out, in.isEmpty() ? 0 : in.get(0).elements());
        if (in.size() < 2) {
            return most;
        }
        return switch (kernel.operator()) {
            case "Conv", "FusedConv", "NhwcConv", "NhwcFusedConv" -> 2 * out * perChannel(in.get(1));
            case "ConvInteger" -> 2 * out * perChannel(in.get(1));
            case "QLinearConv" -> in.size() > 3 ? 2 * out * perChannel(in.get(3)) : most;
            case "ConvTranspose" -> 2.0 * in.get(0).elements() * perChannel(in.get(1));
            case "MatMul",
                    "FusedMatMul",
                    "TransposeMatMul",
                    "Gemm",
                    "FusedGemm",
                    "MatMulInteger",
                    "MatMulIntegerToFloat",
                    "DynamicQuantizeMatMul" -> product(in.get(0), in.get(1), kernel.outputs());
            case "MatMulNBits" -> 2 * out * last(in.get(0));
            case "Attention" -> attention(in.get(0), in.get(1));
            case "MultiHeadAttention", "GroupQueryAttention", "DecoderMaskedMultiHeadAttention" -> heads(in);
            case "LSTM", "GRU", "RNN" -> in.size() > 2 ? recurrent(in) : most;
            default -> most;
        };
    }

    private static double elements(List<KernelTensor> tensors) {
        return tensors.stream().mapToDouble(KernelTensor::elements).sum();
    }

    private static double perChannel(KernelTensor weights) {
        return weights.shape().isEmpty() || weights.shape().get(0) == 0
                ? 0
                : (double) weights.elements() / weights.shape().get(0);
    }

    private static double last(KernelTensor tensor) {
        List<Long> shape = tensor.shape();
        return shape.isEmpty() ? 1 : shape.get(shape.size() - 1);
    }

    /** The last two dimensions of a matrix, or of a vector with a one. */
    private static double matrix(KernelTensor tensor) {
        List<Long> shape = tensor.shape();
        return last(tensor) * (shape.size() < 2 ? 1 : shape.get(shape.size() - 2));
    }

    /** Of [m,k] and [k,n] to [m,n], whichever side is transposed: k² = mk·kn / mn. */
    private static double product(KernelTensor left, KernelTensor right, List<KernelTensor> outputs) {
        if (outputs.isEmpty() || outputs.get(0).elements() == 0) {
            return 0;
        }
        double inner = Math.sqrt(matrix(left) * matrix(right) / matrix(outputs.get(0)));
        return 2 * outputs.get(0).elements() * inner;
    }

    /** Input [b,s,h] with weights [h,3w] of query, key and value. */
    private static double attention(KernelTensor input, KernelTensor weights) {
        if (input.shape().size() < 3 || weights.shape().size() < 2) {
            return input.elements();
        }
        double width = last(weights) / 3;
        double positions = input.shape().get(1);
        return 2 * input.elements() * last(weights) + 4 * input.shape().get(0) * positions * positions * width;
    }

    /** Query [b,s,h] against keys [b,t,…] or a cache [b,heads,t,d]. */
    private static double heads(List<KernelTensor> in) {
        long longest = in.stream()
                .skip(1)
                .filter(tensor -> tensor.shape().size() == 4 || tensor.shape().size() == 3)
                .mapToLong(tensor -> tensor.shape().get(tensor.shape().size() - 2))
                .max()
                .orElse(1);
        return 4.0 * in.get(0).elements() * longest;
    }

    /** Input [steps,b,w] with weights [d,g,w] and [d,g,h]. */
    private static double recurrent(List<KernelTensor> in) {
        if (in.get(0).shape().size() < 2) {
            return in.get(0).elements();
        }
        double steps = (double) in.get(0).shape().get(0) * in.get(0).shape().get(1);
        return 2 * steps * (in.get(1).elements() + in.get(2).elements());
    }
}
