package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Sums of products: matrices, convolutions, attention. Stateless. */
public final class LinearKernels {
    private LinearKernels() {}

    public static Map<String, Kernel> all() {
        Map<String, Kernel> all = new HashMap<>(Map.of(
                "MatMul", Kernel.of(MatrixProducts::matMul),
                "Gemm", Kernel.of(MatrixProducts::gemm),
                "Einsum", Kernel.of(Einsum::einsum),
                "Conv", Kernel.of(Convolutions::conv),
                "ConvTranspose", Kernel.of(Convolutions::transposed)));
        all.putAll(Map.of(
                "MatMulInteger", Kernel.of(IntegerProducts::matMul),
                "ConvInteger", Kernel.of(IntegerProducts::conv),
                "QLinearMatMul", Kernel.of(IntegerProducts::quantizedMatMul),
                "QLinearConv", Kernel.of(IntegerProducts::quantizedConv)));
        all.putAll(Map.of("Attention", OnnxAttention::attention, "RotaryEmbedding", Kernel.of(RotaryEmbedding::onnx)));
        all.putAll(contrib());
        return all;
    }

    /** Those of ONNX Runtime, of which later versions have more inputs and attributes. */
    private static Map<String, Kernel> contrib() {
        return Map.of(
                "com.microsoft.FusedMatMul",
                Kernel.reading(
                        2,
                        Set.of("alpha", "transA", "transB", "transBatchA", "transBatchB"),
                        Kernel.of(MatrixProducts::fused)),
                "com.microsoft.Attention",
                Kernel.reading(
                        7,
                        Set.of(
                                "do_rotary",
                                "mask_filter_value",
                                "num_heads",
                                "past_present_share_buffer",
                                "qkv_hidden_sizes",
                                "rotary_embedding_dim",
                                "scale",
                                "unidirectional"),
                        ContribAttention::attention),
                "com.microsoft.MultiHeadAttention",
                Kernel.reading(
                        8,
                        Set.of("mask_filter_value", "num_heads", "scale", "unidirectional"),
                        ContribAttention::multiHead),
                "com.microsoft.GroupQueryAttention",
                Kernel.reading(11, GroupQuery.ATTRIBUTES, GroupQuery::attention),
                "com.microsoft.RotaryEmbedding",
                Kernel.reading(
                        4,
                        Set.of("interleaved", "is_packed_batching", "num_heads", "rotary_embedding_dim", "scale"),
                        Kernel.of(RotaryEmbedding::contrib)),
                "com.microsoft.MatMulNBits",
                Kernel.reading(
                        6,
                        Set.of("K", "N", "accuracy_level", "bits", "block_size", "weight_prepacked"),
                        Kernel.of(BlockWeights::matMul)),
                "com.microsoft.FusedConv",
                Kernel.reading(
                        4,
                        Set.of(
                                "activation",
                                "activation_params",
                                "auto_pad",
                                "dilations",
                                "group",
                                "kernel_shape",
                                "pads",
                                "strides"),
                        Kernel.of(FusedConvolution::conv)));
    }
}
