package dev.bascule.models.gguf;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Element types of GGML that are converted; numbers and sizes as in its {@code ggml.h} and {@code ggml-common.h}. */
public enum GgmlType {
    F32(0, 1, 4),
    F16(1, 1, 2),
    /** A float16 scale, 32 codes of 4 bits around 8. */
    Q4_0(2, 32, 18),
    /** A float16 scale, a float16 least value, 32 codes of 4 bits. */
    Q4_1(3, 32, 20),
    /** A float16 scale, 32 signed codes of 8 bits. */
    Q8_0(8, 32, 34);

    private static final Map<Integer, String> OTHERS = Map.ofEntries(
            Map.entry(6, "Q5_0"),
            Map.entry(7, "Q5_1"),
            Map.entry(9, "Q8_1"),
            Map.entry(10, "Q2_K"),
            Map.entry(11, "Q3_K"),
            Map.entry(12, "Q4_K"),
            Map.entry(13, "Q5_K"),
            Map.entry(14, "Q6_K"),
            Map.entry(15, "Q8_K"),
            Map.entry(16, "IQ2_XXS"),
            Map.entry(17, "IQ2_XS"),
            Map.entry(18, "IQ3_XXS"),
            Map.entry(19, "IQ1_S"),
            Map.entry(20, "IQ4_NL"),
            Map.entry(21, "IQ3_S"),
            Map.entry(22, "IQ2_S"),
            Map.entry(23, "IQ4_XS"),
            Map.entry(24, "I8"),
            Map.entry(25, "I16"),
            Map.entry(26, "I32"),
            Map.entry(27, "I64"),
            Map.entry(28, "F64"),
            Map.entry(29, "IQ1_M"),
            Map.entry(30, "BF16"),
            Map.entry(34, "TQ1_0"),
            Map.entry(35, "TQ2_0"),
            Map.entry(39, "MXFP4"));

    private final int number;
    private final int block;
    private final int bytes;

    GgmlType(int number, int block, int bytes) {
        this.number = number;
        this.block = block;
        this.bytes = bytes;
    }

    static Optional<GgmlType> of(int number) {
        return Arrays.stream(values()).filter(type -> type.number == number).findFirst();
    }

    /** What a type is called that is not converted. */
    static String name(int number) {
        return OTHERS.getOrDefault(number, String.format(Locale.ROOT, "of number %d", Integer.toUnsignedLong(number)));
    }

    int number() {
        return number;
    }

    /** Elements of a block. */
    public int block() {
        return block;
    }

    /** Bytes of a block. */
    public int bytes() {
        return bytes;
    }

    boolean isQuantised() {
        return block > 1;
    }
}
