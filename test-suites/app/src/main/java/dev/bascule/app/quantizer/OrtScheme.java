package dev.bascule.app.quantizer;

import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.method.Methods;
import java.util.Locale;

/** What ONNX Runtime's quantiser is asked for, each beside a method of ours of the same form. */
enum OrtScheme {
    DYNAMIC(
            "ort-dynamic-int8",
            "dynamic-int8",
            false,
            "quantize_dynamic: products in 8-bit integers, a scale a channel, ranges of activations as they come"),
    MINMAX(
            "ort-qdq-minmax",
            "qdq-minmax",
            true,
            "quantize_static: QDQ in 8 bits, a scale a channel, ranges from the least to the greatest value"),
    PERCENTILE(
            "ort-qdq-percentile",
            "qdq-percentile",
            true,
            "quantize_static: QDQ in 8 bits, a scale a channel, its own percentile of 99.999, symmetric"),
    ENTROPY(
            "ort-qdq-entropy",
            "qdq-entropy",
            true,
            "quantize_static: QDQ in 8 bits, a scale a channel, its own entropy of 128 bins"),
    NBITS(
            "ort-int4-matmulnbits",
            "int4-matmulnbits",
            false,
            "MatMulNBitsQuantizer: matrices of MatMul in 4 bits, symmetric, in blocks of 32");

    private final String method;
    private final String ours;
    private final boolean calibrated;
    private final String summary;

    OrtScheme(String method, String ours, boolean calibrated, String summary) {
        this.method = method;
        this.ours = ours;
        this.calibrated = calibrated;
        this.summary = summary;
    }

    /** As the script knows it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String method() {
        return method;
    }

    boolean calibrated() {
        return calibrated;
    }

    String summary() {
        return summary;
    }

    /** The form is that of ours, and so is what engines do with it. */
    ComputedIn computedIn() {
        return Methods.named(ours).orElseThrow().computedIn();
    }
}
