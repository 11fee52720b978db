package dev.bascule.fallback.tensor;

import java.nio.ByteBuffer;

/** Reads elements of any numeric dtype. Stateless. */
public final class Elements {
    private Elements() {}

    /** Reads one element as a double; 64-bit integers are rounded to the nearest double. */
    @FunctionalInterface
    public interface Reader {
        double at(int index);
    }

    /** A reader over a numeric tensor. */
    public static Reader of(Tensor tensor) {
        ByteBuffer data = tensor.data();
        return switch (tensor.dtype()) {
            case FLOAT32 -> i -> data.getFloat(i * 4);
            case FLOAT64 -> i -> data.getDouble(i * 8);
            case FLOAT16 -> i -> halfToFloat(data.getShort(i * 2));
            case BFLOAT16 -> i -> Float.intBitsToFloat((data.getShort(i * 2) & 0xFFFF) << 16);
            case INT8 -> i -> data.get(i);
            case UINT8, BOOL -> i -> data.get(i) & 0xFF;
            case INT16 -> i -> data.getShort(i * 2);
            case UINT16 -> i -> data.getShort(i * 2) & 0xFFFF;
            case INT32 -> i -> data.getInt(i * 4);
            case UINT32 -> i -> data.getInt(i * 4) & 0xFFFFFFFFL;
            case INT64 -> i -> data.getLong(i * 8);
            case UINT64 -> i -> unsigned(data.getLong(i * 8));
            case UINT4 -> i -> packed(data, i, 4);
            case INT4 -> i -> packed(data, i, 4) << 28 >> 28;
            case UINT2 -> i -> packed(data, i, 2);
            case INT2 -> i -> packed(data, i, 2) << 30 >> 30;
            case FLOAT4E2M1 -> i -> float4(packed(data, i, 4));
            case FLOAT8E4M3FN -> i -> float8(data.get(i), 4, 7, false);
            case FLOAT8E4M3FNUZ -> i -> float8(data.get(i), 4, 8, true);
            case FLOAT8E5M2 -> i -> float8(data.get(i), 5, 15, false);
            case FLOAT8E5M2FNUZ -> i -> float8(data.get(i), 5, 16, true);
            case FLOAT8E8M0 -> i -> data.get(i) == -1 ? Double.NaN : Math.scalb(1.0, (data.get(i) & 0xFF) - 127);
            case STRING -> throw new IllegalArgumentException("a string tensor has no numbers");
        };
    }

    private static double unsigned(long value) {
        // Half of it, with the bit shifted out kept as a sticky bit so that it is rounded once only.
        return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
    }

    /** The bits of one of the elements that share a byte. */
    private static int packed(ByteBuffer data, int index, int bits) {
        int each = Byte.SIZE / bits;
        return data.get(index / each) >> index % each * bits & (1 << bits) - 1;
    }

    /** The 4-bit float of OCP's microscaling formats (MX, version 1.0): 0, 0.5, 1, 1.5, 2, 3, 4, 6, and their negatives. */
    private static double float4(int bits) {
        int exponent = bits >> 1 & 3;
        double fraction = (bits & 1) / 2.0;
        double magnitude = exponent == 0 ? fraction : Math.scalb(1 + fraction, exponent - 1);
        return bits > 7 ? -magnitude : magnitude;
    }

    /** IEEE 754 binary16 to binary32, exactly. ({@code Float.float16ToFloat} needs Java 20.) */
    public static float halfToFloat(short half) {
        int sign = (half & 0x8000) << 16;
        int exponent = (half >> 10) & 0x1F;
        int mantissa = half & 0x3FF;
        if (exponent == 0x1F) {
            return Float.intBitsToFloat(sign | 0x7F800000 | mantissa << 13);
        }
        if (exponent == 0) {
            float subnormal = mantissa * 0x1p-24f;
            return sign == 0 ? subnormal : -subnormal;
        }
        return Float.intBitsToFloat(sign | (exponent + 112) << 23 | mantissa << 13);
    }

    /** The 8-bit floats of ONNX (arXiv 2209.05433; the UZ forms of arXiv 2206.02915). */
    private static double float8(byte bits, int exponentBits, int bias, boolean unsignedZero) {
        int mantissaBits = 7 - exponentBits;
        int exponent = (bits & 0x7F) >> mantissaBits;
        int mantissa = bits & ((1 << mantissaBits) - 1);
        int top = (1 << exponentBits) - 1;
        if (unsignedZero) {
            if ((bits & 0xFF) == 0x80) {
                return Double.NaN;
            }
        } else if (exponentBits == 4 && exponent == top && mantissa == 7) {
            return Double.NaN;
        } else if (exponentBits == 5 && exponent == top) {
            return mantissa != 0 ? Double.NaN : bits < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double fraction = mantissa / (double) (1 << mantissaBits);
        double magnitude = exponent == 0 ? Math.scalb(fraction, 1 - bias) : Math.scalb(1 + fraction, exponent - bias);
        return bits < 0 ? -magnitude : magnitude;
    }
}
