package dev.bascule.studies.profile;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
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
                case FLOAT16, BFLOAT16 ->
                    data.putShort((short) FloatFormat.of(dtype).bits(value, Short.SIZE));
                case UINT8, INT8 -> data.put((byte) (int) value);
                case INT32 -> data.putInt((int) value);
                default -> throw new IllegalArgumentException("no workload is in " + dtype);
            }
        }
        return Tensor.of(dtype, shape, data.flip());
    }
}
