package dev.bascule.fallback.backend;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Number formats that a model may be run in. */
public enum Precision {
    FLOAT32("fp32"),
    /** Matrix products of 32-bit floats with factors rounded to ten bits of mantissa (NVIDIA, A100 white paper). */
    TF32("tf32"),
    FLOAT16("fp16"),
    BFLOAT16("bf16"),
    INT8("int8"),
    INT4("int4");

    private final String word;

    Precision(String word) {
        this.word = word;
    }

    /** Its word in settings, suites and ids of cases. */
    public String word() {
        return word;
    }

    /** The precision of a word. */
    public static Optional<Precision> find(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word.equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
