package dev.bascule.fallback.tensor;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Element types, by ONNX's TensorProto.DataType number. {@link #wireName()} is the word in the protocol and in files. */
public enum DType {
    FLOAT32(1, 32),
    UINT8(2, 8),
    INT8(3, 8),
    UINT16(4, 16),
    INT16(5, 16),
    INT32(6, 32),
    INT64(7, 64),
    STRING(8, 0),
    BOOL(9, 8),
    FLOAT16(10, 16),
    FLOAT64(11, 64),
    UINT32(12, 32),
    UINT64(13, 64),
    BFLOAT16(16, 16),
    FLOAT8E4M3FN(17, 8),
    FLOAT8E4M3FNUZ(18, 8),
    FLOAT8E5M2(19, 8),
    FLOAT8E5M2FNUZ(20, 8),
    UINT4(21, 4),
    INT4(22, 4),
    FLOAT4E2M1(23, 4),
    FLOAT8E8M0(24, 8),
    UINT2(25, 2),
    INT2(26, 2);

    private final int onnx;
    private final int bits;

    DType(int onnx, int bits) {
        this.onnx = onnx;
        this.bits = bits;
    }

    /** The number in ONNX's TensorProto.DataType. */
    public int onnx() {
        return onnx;
    }

    /** Bits of one element; 0 for strings, whose size varies. */
    public int bits() {
        return bits;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Bytes of so many elements; types of four and two bits are packed two and four in a byte, the first in the low bits.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when there are more than a long can count
     */
    public long bytes(long elements) {
        try {
            return Math.addExact(Math.multiplyExact(elements, bits), 7) / 8;
        } catch (ArithmeticException tooMany) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "%d elements of %s have more bytes than can be counted".formatted(elements, wireName()));
        }
    }

    public boolean isFloat() {
        return switch (this) {
            case FLOAT32,
                    FLOAT16,
                    FLOAT64,
                    BFLOAT16,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0 -> true;
            case UINT8, INT8, UINT16, INT16, INT32, INT64, STRING, BOOL, UINT32, UINT64, UINT4, INT4, UINT2, INT2 ->
                false;
        };
    }

    public static Optional<DType> ofOnnx(int number) {
        return Arrays.stream(values()).filter(type -> type.onnx == number).findFirst();
    }

    public static Optional<DType> ofWireName(String name) {
        return Arrays.stream(values())
                .filter(type -> type.wireName().equals(name))
                .findFirst();
    }
}
