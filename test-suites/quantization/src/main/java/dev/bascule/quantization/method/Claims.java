package dev.bascule.quantization.method;

import static dev.bascule.quantization.ComputedIn.Kind.COMPUTES;
import static dev.bascule.quantization.ComputedIn.Kind.DECODES;
import static dev.bascule.quantization.ComputedIn.Kind.STORES;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.ComputedIn.Claim;
import java.util.Map;

/**
 * What engines do with which form. "Seen" is the optimised graph that ONNX Runtime 1.29.0 wrote for its CPU provider of a model made here; its
 * WebAssembly build is that provider with those optimisers. What is not known of a backend is not here. Stateless.
 */
final class Claims {
    private static final String SEEN = "seen in the optimised graph of ONNX Runtime 1.29.0: ";
    private static final String SAME = "the same provider and optimisers as native CPU, built for WebAssembly (js/web)";
    private static final String CPU_ONLY =
            "onnxruntime qdq_selector_action_transformer.cc fuses for the CPU and DirectML providers alone;"
                    + " providers/webgpu/quantization has only QuantizeLinear and DequantizeLinear";

    static final ComputedIn FLOATS = new ComputedIn(Map.of());

    static final ComputedIn HALF = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(STORES, SEEN + "weights cast when the model is opened, products in float32"),
            Backends.WASM,
            new Claim(STORES, SAME),
            Backends.WEBGPU,
            new Claim(
                    COMPUTES,
                    "onnxruntime providers/webgpu/webgpu_supported_types.h, where the adapter has shader-f16")));

    static final ComputedIn WEIGHTS = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(
                    DECODES,
                    SEEN + "DequantizeLinear stays before Conv and Gemm; with MatMul it becomes MatMulNBits of"
                            + " accuracy_level 4, which rounds activations to 8 bits too"),
            Backends.WASM,
            new Claim(DECODES, SAME),
            Backends.WEBGPU,
            new Claim(DECODES, CPU_ONLY)));

    static final ComputedIn NBITS = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(DECODES, "onnxruntime contrib_ops/cpu/quantization/matmul_nbits.cc, accuracy_level 0"),
            Backends.WASM,
            new Claim(DECODES, SAME),
            Backends.WEBGPU,
            new Claim(DECODES, "onnxruntime contrib_ops/webgpu/quantization/matmul_nbits.cc")));

    static final ComputedIn DYNAMIC = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(COMPUTES, SEEN + "ConvInteger, DynamicQuantizeMatMul"),
            Backends.WASM,
            new Claim(COMPUTES, SAME)));

    static final ComputedIn QDQ = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(COMPUTES, SEEN + "QLinearConv, QLinearMatMul, QLinearAdd"),
            Backends.WASM,
            new Claim(COMPUTES, SAME),
            Backends.WEBGPU,
            new Claim(DECODES, CPU_ONLY),
            Backends.OPENVINO,
            new Claim(COMPUTES, "docs.openvino.ai 2025, low-precision-transformations/quantization-scheme")));

    static final ComputedIn PALETTE = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(STORES, SEEN + "Cast and Gather are folded when the model is opened"),
            Backends.WASM,
            new Claim(STORES, SAME)));

    private Claims() {}
}
