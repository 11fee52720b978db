package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;

/** Sums of products: matrices, convolutions, attention. Stateless. */
public final class LinearKernels {
    private LinearKernels() {}

    public static Map<String, Kernel> all() {
        Map<String, Kernel> all = new HashMap<>(Map.of(
                "MatMul", Kernel.of(MatrixProducts::matMul),
                "Gemm", Kernel.of(MatrixProducts::gemm),
                "Einsum", Kernel.of(Einsum::einsum),
                "Conv", Kernel.of(Convolutions::conv),
                "ConvTranspose", Kernel.of(Convolutions::transposed),
                "com.microsoft.FusedMatMul", Kernel.of(MatrixProducts::fused)));
        all.putAll(Map.of(
                "MatMulInteger", Kernel.of(IntegerProducts::matMul),
                "ConvInteger", Kernel.of(IntegerProducts::conv),
                "QLinearMatMul", Kernel.of(IntegerProducts::quantizedMatMul),
                "QLinearConv", Kernel.of(IntegerProducts::quantizedConv)));
        all.putAll(Map.of(
                "Attention",
                OnnxAttention::attention,
                "RotaryEmbedding",
                Kernel.of(RotaryEmbedding::onnx),
                "com.microsoft.Attention",
                ContribAttention::attention,
                "com.microsoft.MultiHeadAttention",
                ContribAttention::multiHead,
                "com.microsoft.GroupQueryAttention",
                ContribAttention::groupQuery,
                "com.microsoft.RotaryEmbedding",
                Kernel.of(RotaryEmbedding::contrib),
                "com.microsoft.MatMulNBits",
                Kernel.of(BlockWeights::matMul),
                "com.microsoft.FusedConv",
                Kernel.of(FusedConvolution::conv)));
        return all;
    }
}
