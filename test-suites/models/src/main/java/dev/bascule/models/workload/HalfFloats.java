package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Rounds numbers to float16. Stateless. */
final class HalfFloats {
    /** The greatest finite one. */
    static final float MAX = 65504f;

    private HalfFloats() {}

    /** IEEE 754 binary32 to binary16, to nearest, ties to even. ({@code Float.floatToFloat16} needs Java 20.) */
    static short of(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7FFFFFFF;
        if (magnitude > 0x7F800000) {
            return (short) (sign | 0x7E00);
        }
        if (magnitude >= 0x477FF000) {
            return (short) (sign | 0x7C00);
        }
        if (magnitude < 0x38800000) {
            // Subnormal: the unit is 2^-24; adding 0.5 puts it at the end of the mantissa, rounded by the processor.
            float shifted = Float.intBitsToFloat(magnitude) + 0.5f;
            return (short) (sign | Float.floatToRawIntBits(shifted) - 0x3F000000);
        }
        int odd = magnitude >>> 13 & 1;
        return (short) (sign | (magnitude - 0x38000000 + 0xFFF + odd) >>> 13);
    }

    /**
     * A tensor in float16.
     *
     * @param tensor the new one
     * @param clamped finite numbers beyond float16's range, which became its greatest: an infinity would poison sums
     * @param vanished numbers that became 0
     */
    record Rounded(TensorProto tensor, int clamped, int vanished) {}

    static Rounded of(TensorProto from) {
        Elements.Reader reader = Elements.of(TensorProtos.decode(from));
        int n = Math.toIntExact(from.getDimsList().stream().reduce(1L, (a, b) -> a * b));
        ByteBuffer data = ByteBuffer.allocate(n * 2).order(ByteOrder.LITTLE_ENDIAN);
        int clamped = 0;
        int vanished = 0;
        for (int i = 0; i < n; i++) {
            float value = (float) reader.at(i);
            if (Float.isFinite(value) && Math.abs(value) > MAX) {
                clamped++;
                value = Math.copySign(MAX, value);
            }
            short half = of(value);
            if (value != 0 && (half & 0x7FFF) == 0) {
                vanished++;
            }
            data.putShort(half);
        }
        return new Rounded(
                TensorProto.newBuilder()
                        .setName(from.getName())
                        .addAllDims(from.getDimsList())
                        .setDataType(DType.FLOAT16.onnx())
                        .setRawData(ByteString.copyFrom(data.flip()))
                        .build(),
                clamped,
                vanished);
    }
}
