package dev.bascule.exact.rounding;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;

/** What products of 32-bit floats are computed in where an engine takes less than 32 bits: what its factors are rounded to. */
public enum ProductFormat {
    /** NVIDIA's: the range of float32, ten bits of mantissa; added up in 32 bits (A100 white paper). */
    TF32("tf32", new FloatFormat(11, -126, Float.MAX_VALUE, true), DType.FLOAT32),
    FP16_INPUTS("fp16, added up in fp32", FloatFormat.of(DType.FLOAT16), DType.FLOAT32),
    FP16("fp16", FloatFormat.of(DType.FLOAT16), DType.FLOAT16),
    /** Added up in 32 bits, as all matrix units do. */
    BF16("bf16", FloatFormat.of(DType.BFLOAT16), DType.FLOAT32);

    private final String words;
    private final FloatFormat factors;
    private final DType sums;

    ProductFormat(String words, FloatFormat factors, DType sums) {
        this.words = words;
        this.factors = factors;
        this.sums = sums;
    }

    /** As a cell names it. */
    public String words() {
        return words;
    }

    /** What factors are rounded to. */
    public FloatFormat factors() {
        return factors;
    }

    /** What running sums are rounded to. */
    FloatFormat sums() {
        return FloatFormat.of(sums);
    }
}
