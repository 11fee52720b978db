package dev.bascule.quantization.method;

import static dev.bascule.quantization.ComputedIn.Kind.COMPUTES;
import static dev.bascule.quantization.ComputedIn.Kind.DECODES;
import static dev.bascule.quantization.ComputedIn.Kind.STORES;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.ComputedIn.Claim;
import dev.bascule.quantization.ComputedIn.Form;
import java.util.Map;

/**
 * What engines do with which form. "Seen" is the optimised graph that ONNX Runtime 1.29.0 wrote for its CPU provider of a model made here, on the
 * processor that is named: another may have other kernels. What is not known of a backend is not here. Stateless.
 */
final class Claims {
    private static final String SEEN = "seen in ONNX Runtime 1.29.0 on x86-64 with AVX2: ";
    private static final String SAME = "its WebAssembly build has native CPU's provider and optimisers (js/web)";
    private static final String NO_FUSION =
            "qdq_selector_action_transformer.cc of ONNX Runtime fuses for CPU, DirectML,"
                    + " Conv for ACL and MatMul for CUDA; WebGPU is not among them";

    static final ComputedIn FLOATS = new ComputedIn(Map.of(), Form.FLOAT32);

    static final ComputedIn HALF = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(
                    STORES,
                    SEEN + "weights are cast when the model is opened; on ARM64 it has float16 kernels, as of Conv"
                            + " (MLAS_F16VEC_INTRINSICS_SUPPORTED)"),
            Backends.WASM,
            new Claim(STORES, SAME),
            Backends.WEBGPU,
            new Claim(
                    COMPUTES,
                    "providers/webgpu/webgpu_supported_types.h of ONNX Runtime, where the adapter has shader-f16")));

    static final ComputedIn WEIGHTS = new ComputedIn(
            Map.of(
                    Backends.NATIVE_CPU,
                    new Claim(
                            DECODES,
                            SEEN + "DequantizeLinear stays before Conv and Gemm with transB;"
                                    + " with MatMul and other Gemm it may become MatMulNBits"),
                    Backends.WASM,
                    new Claim(DECODES, SAME),
                    Backends.WEBGPU,
                    new Claim(DECODES, NO_FUSION)),
            Form.DEQUANTIZED);

    static final ComputedIn NBITS = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(DECODES, "contrib_ops/cpu/quantization/matmul_nbits.cc of ONNX Runtime, accuracy_level 0"),
            Backends.WASM,
            new Claim(DECODES, SAME),
            Backends.WEBGPU,
            new Claim(DECODES, "contrib_ops/webgpu/quantization/matmul_nbits.cc of ONNX Runtime")));

    static final ComputedIn DYNAMIC = new ComputedIn(Map.of(
            Backends.NATIVE_CPU,
            new Claim(COMPUTES, SEEN + "ConvInteger, DynamicQuantizeMatMul"),
            Backends.WASM,
            new Claim(COMPUTES, SAME)));

    static final ComputedIn QDQ = new ComputedIn(
            Map.of(
                    Backends.NATIVE_CPU,
                    new Claim(COMPUTES, SEEN + "QLinearConv, QLinearMatMul, QLinearAdd"),
                    Backends.WASM,
                    new Claim(COMPUTES, SAME),
                    Backends.WEBGPU,
                    new Claim(DECODES, NO_FUSION),
                    Backends.OPENVINO,
                    new Claim(COMPUTES, "docs.openvino.ai 2025, low-precision-transformations/quantization-scheme")),
            Form.DEQUANTIZED);

    /** Of the device itself nothing is claimed here: it is no backend of Bascule's. */
    static final ComputedIn NPU = new ComputedIn(Map.of(), Form.DEQUANTIZED);

    static final ComputedIn PALETTE = new ComputedIn(
            Map.of(
                    Backends.NATIVE_CPU,
                    new Claim(STORES, SEEN + "Cast and Gather are folded when the model is opened"),
                    Backends.WASM,
                    new Claim(STORES, SAME)),
            Form.PALETTE);

    private Claims() {}
}
