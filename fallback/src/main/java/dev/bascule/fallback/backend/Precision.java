package dev.bascule.fallback.backend;

/** Number formats that a model may be run in. */
public enum Precision {
    FLOAT32,
    FLOAT16,
    BFLOAT16,
    INT8,
    INT4
}
