package dev.bascule.execution.attempt;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.GraphFacts;
import dev.bascule.fallback.evidence.RawEvidence;
import java.util.Optional;

/**
 * Products that ONNX Runtime makes of a DequantizeLinear and a MatMul or Gemm when it opens a model: {@code MatMulNBits}, by default
 * with {@code accuracy_level} 4, which rounds activations to 8 bits. Such outputs are not those of the file's float32
 * products, and who made a model smaller should read why. Stateless.
 */
final class FusedProducts {
    private static final String FUSED = "MatMulNBits";
    private static final String DECODER = "DequantizeLinear";

    private FusedProducts() {}

    /** The same failure with its reason; empty where it is not of wrong outputs, or this does not explain it. */
    static Optional<Failure> explaining(Failure failure, RawEvidence raw, GraphFacts graph) {
        long fused = raw.placements().stream()
                .filter(node -> node.operator().equals(FUSED))
                .count();
        if (failure.code() != ErrorCode.NUMERICS_WRONG
                || fused == 0
                || graph.operators().containsKey(FUSED)
                || !graph.operators().containsKey(DECODER)) {
            return Optional.empty();
        }
        return Optional.of(Failure.of(
                failure.code(),
                ("%s; the engine's record shows %d of its nodes to be %s, made of %s and a product: there ONNX Runtime"
                                + " rounds activations to 8 bits, which the model's file does not")
                        .formatted(failure.message(), fused, FUSED, DECODER),
                "set ONNX Runtime's option session.qdq_matmulnbits_accuracy_level to 0 in your app, which keeps float32"
                        + " products, or see by `bascule quantize` what the rounding does to the model's answers"));
    }
}
