package dev.bascule.studies.profile;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A writer of numbers in the formats of tensors, rounded to the nearest, ties to even. Stateless. */
public final class NumberFormats {
    private NumberFormats() {}

    /** These values in a format that workloads and checks use. */
    public static Tensor tensor(DType dtype, Shape shape, double[] values) {
        ByteBuffer data =
                ByteBuffer.allocate(Math.toIntExact(dtype.bytes(values.length))).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            switch (dtype) {
                case FLOAT64 -> data.putDouble(value);
                case FLOAT32 -> data.putFloat((float) value);
                case FLOAT16 -> data.putShort(half((float) value));
                case BFLOAT16 -> data.putShort(brain((float) value));
                case UINT8, INT8 -> data.put((byte) (int) value);
                case INT32 -> data.putInt((int) value);
                default -> throw new IllegalArgumentException("no workload is in " + dtype);
            }
        }
        return Tensor.of(dtype, shape, data.flip());
    }

    /** IEEE 754 binary16. ({@code Float.floatToFloat16} needs Java 20.) */
    static short half(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        float magnitude = Math.abs(value);
        if (!(magnitude < 65520)) {
            return (short) (sign | (Float.isNaN(value) ? 0x7E00 : 0x7C00));
        }
        if (magnitude < 0x1p-14f) {
            // Below the normal ones they are multiples of 2^-24.
            return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
        }
        int rounded = (bits & 0x7FFFFFFF) + 0xFFF + (bits >>> 13 & 1);
        return (short) (sign | (rounded - (112 << 23)) >>> 13);
    }

    /** bfloat16: the upper half of a 32-bit float. */
    static short brain(float value) {
        int bits = Float.floatToRawIntBits(value);
        return Float.isNaN(value) ? (short) 0x7FC0 : (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
    }
}
