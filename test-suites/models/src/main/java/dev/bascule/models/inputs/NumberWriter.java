package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.function.IntToDoubleFunction;

/** Writes numbers one after another into a tensor of any numeric dtype. Not thread-safe. */
public final class NumberWriter {
    private final DType dtype;
    private final Shape shape;
    private final ByteBuffer data;
    private int next;

    NumberWriter(DType dtype, Shape shape) {
        this.dtype = dtype;
        this.shape = shape;
        this.data = BoundedAllocation.of(dtype, shape);
    }

    /** A tensor of these numbers, each rounded to what the dtype holds. */
    public static Tensor write(DType dtype, Shape shape, IntToDoubleFunction values) {
        NumberWriter writer = new NumberWriter(dtype, shape);
        for (int index = 0; index < shape.elements(); index++) {
            writer.put(values.applyAsDouble(index));
        }
        return writer.tensor();
    }

    /** Appends an integer to a tensor of integers or truth values; the low bits count. */
    NumberWriter put(long value) {
        int at = next++;
        switch (dtype) {
            case INT8, UINT8 -> data.put(at, (byte) value);
            case BOOL -> data.put(at, (byte) (value == 0 ? 0 : 1));
            case INT16, UINT16 -> data.putShort(at * 2, (short) value);
            case INT32, UINT32 -> data.putInt(at * 4, (int) value);
            case INT64, UINT64 -> data.putLong(at * 8, value);
            case INT4, UINT4, INT2, UINT2 -> pack(at, (int) value);
            case FLOAT32,
                    FLOAT64,
                    FLOAT16,
                    BFLOAT16,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0 -> {
                next--;
                put((double) value);
            }
            case STRING -> throw new IllegalArgumentException("strings are no numbers");
        }
        return this;
    }

    /** Appends a number, rounded to what the dtype holds. */
    NumberWriter put(double value) {
        int at = next++;
        switch (dtype) {
            case FLOAT32 -> data.putFloat(at * 4, (float) value);
            case FLOAT64 -> data.putDouble(at * 8, value);
            case FLOAT16 -> data.putShort(at * 2, half((float) value));
            case BFLOAT16 -> data.putShort(at * 2, brain((float) value));
            case FLOAT8E4M3FN -> data.put(at, eight(value, 3, 7, 0x7E));
            case FLOAT8E4M3FNUZ -> data.put(at, eight(value, 3, 8, 0x7F));
            case FLOAT8E5M2 -> data.put(at, eight(value, 2, 15, 0x7B));
            case FLOAT8E5M2FNUZ -> data.put(at, eight(value, 2, 16, 0x7F));
            case FLOAT4E2M1 -> {
                FloatFormat format = FloatFormat.of(dtype);
                pack(at, format.bits(Math.max(-format.most(), Math.min(format.most(), value)), 4));
            }
            case FLOAT8E8M0 ->
                data.put(at, (byte) FloatFormat.of(dtype).bits(Math.max(0x1p-127, Math.abs(value)), Byte.SIZE));
            case INT8, UINT8, BOOL, INT16, UINT16, INT32, UINT32, INT64, UINT64, INT4, UINT4, INT2, UINT2 -> {
                next--;
                put(Math.round(value));
            }
            case STRING -> throw new IllegalArgumentException("strings are no numbers");
        }
        return this;
    }

    /** Puts the low bits beside those that share their byte. */
    private void pack(int at, int bits) {
        int each = Byte.SIZE / dtype.bits();
        int shift = at % each * dtype.bits();
        int mask = (1 << dtype.bits()) - 1;
        data.put(at / each, (byte) (data.get(at / each) & ~(mask << shift) | (bits & mask) << shift));
    }

    Tensor tensor() {
        return Tensor.of(dtype, shape, data);
    }

    /** IEEE 754 binary32 to binary16, ties to even. ({@code Float.floatToFloat16} needs Java 20.) */
    static short half(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        float magnitude = Math.abs(value);
        if (Float.isNaN(value)) {
            return (short) (sign | 0x7E00);
        }
        if (magnitude >= 65520) {
            return (short) (sign | 0x7C00);
        }
        if (magnitude < 0x1p-14f) {
            // Subnormals count in steps of 2^-24; rint ties to even.
            return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
        }
        int exponent = Math.getExponent(magnitude);
        int steps = (int) Math.rint(Math.scalb((double) magnitude, 10 - exponent));
        return (short) (sign | (((exponent + 15) << 10) + (steps - 1024)));
    }

    /** binary32 to bfloat16, ties to even. */
    static short brain(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) ((bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16);
    }

    /** To an 8-bit float, ties to even, beyond the largest finite value to that value. */
    private static byte eight(double value, int mantissaBits, int bias, int largest) {
        double magnitude = Math.abs(value);
        int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
        long steps = (long) Math.rint(Math.scalb(magnitude, mantissaBits - exponent));
        // Carries of the rounding run into the exponent by themselves; subnormals have no hidden bit.
        long code = ((long) (exponent + bias - 1) << mantissaBits) + steps;
        int finite = (int) Math.min(code, largest);
        return (byte) (finite == 0 ? 0 : value < 0 ? finite | 0x80 : finite);
    }
}
