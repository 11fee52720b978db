package dev.bascule.models.gguf;

import dev.bascule.fallback.tensor.Elements;
import java.nio.ByteBuffer;

/**
 * Rows of GGML's types as numbers, by the definitions in llama.cpp's {@code ggml-quants.c} ({@code dequantize_row_*}): a block of 32 has
 * a float16 scale {@code d}, and
 *
 * <ul>
 *   <li>Q4_0: 16 bytes; {@code w = (code - 8) * d}
 *   <li>Q4_1: a float16 least value {@code m}, 16 bytes; {@code w = code * d + m}
 *   <li>Q8_0: 32 signed bytes; {@code w = code * d}
 * </ul>
 *
 * <p>Byte j of the 16 has code j in its low half and code j + 16 in its high half. ONNX Runtime's {@code MatMulNBits} has codes 2j and 2j
 * + 1 there: the same codes in another order, so that the way from one to the other is exact.
 * Stateless.
 */
final class GgmlBlocks {
    private static final int HALF = 16;

    private GgmlBlocks() {}

    /** A row as float32, rounded as there: once in the product, and once in the sum. */
    static void dequantise(GgmlType type, ByteBuffer bytes, int from, float[] row) {
        for (int first = 0; first < row.length; first += type.block()) {
            int block = from + first / type.block() * type.bytes();
            switch (type) {
                case F32 -> row[first] = bytes.getFloat(block);
                case F16 -> row[first] = Elements.halfToFloat(bytes.getShort(block));
                case Q4_0 -> {
                    float scale = scale(bytes, block);
                    for (int at = 0; at < type.block(); at++) {
                        row[first + at] = (nibble(bytes, block + 2, at) - 8) * scale;
                    }
                }
                case Q4_1 -> {
                    float scale = scale(bytes, block);
                    float offset = offset(bytes, block);
                    for (int at = 0; at < type.block(); at++) {
                        row[first + at] = nibble(bytes, block + 4, at) * scale + offset;
                    }
                }
                case Q8_0 -> {
                    float scale = scale(bytes, block);
                    for (int at = 0; at < type.block(); at++) {
                        row[first + at] = bytes.get(block + 2 + at) * scale;
                    }
                }
            }
        }
    }

    /**
     * Four bits of each code of a block as MatMulNBits wants them, 16 bytes; codes of 8 bits with 128 added.
     *
     * @param shift which four: from this one on
     */
    static void codes(GgmlType type, int shift, ByteBuffer bytes, int block, byte[] out, int to) {
        for (int pair = 0; pair < HALF; pair++) {
            int low = code(type, bytes, block, 2 * pair) >> shift & 0xF;
            int high = code(type, bytes, block, 2 * pair + 1) >> shift & 0xF;
            out[to + pair] = (byte) (low | high << 4);
        }
    }

    private static int code(GgmlType type, ByteBuffer bytes, int block, int at) {
        return switch (type) {
            case Q4_0 -> nibble(bytes, block + 2, at);
            case Q4_1 -> nibble(bytes, block + 4, at);
            case Q8_0 -> bytes.get(block + 2 + at) + 128;
            case F32, F16 -> throw new IllegalArgumentException(type + " has no codes");
        };
    }

    static float scale(ByteBuffer bytes, int block) {
        return Elements.halfToFloat(bytes.getShort(block));
    }

    /** The least value of a block of Q4_1. */
    static float offset(ByteBuffer bytes, int block) {
        return Elements.halfToFloat(bytes.getShort(block + 2));
    }

    private static int nibble(ByteBuffer bytes, int first, int at) {
        return bytes.get(first + at % HALF) >> (at < HALF ? 0 : 4) & 0xF;
    }
}
