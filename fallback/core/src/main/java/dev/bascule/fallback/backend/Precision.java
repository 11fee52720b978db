package dev.bascule.fallback.backend;

/** Number formats that a model may be run in. */
public enum Precision {
    FLOAT32,
    /** Matrix products of 32-bit floats with factors rounded to ten bits of mantissa (NVIDIA, A100 white paper). */
    TF32,
    FLOAT16,
    BFLOAT16,
    INT8,
    INT4
}
