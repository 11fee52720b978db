package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Numbers of tensors, and tensors of numbers: always raw bytes, so that the same numbers are the same bytes. Stateless. */
public final class Numbers {
    private Numbers() {}

    public static int count(List<Long> dims) {
        return Math.toIntExact(dims.stream().reduce(1L, Math::multiplyExact));
    }

    public static float[] floats(TensorProto tensor) {
        ByteBuffer data = TensorProtos.decode(tensor).data();
        float[] values = new float[data.remaining() / Float.BYTES];
        data.asFloatBuffer().get(values);
        return values;
    }

    /** Whole numbers of any type. */
    public static long[] integers(TensorProto tensor) {
        Tensor decoded = TensorProtos.decode(tensor);
        Elements.Reader reader = Elements.of(decoded);
        long[] values = new long[count(decoded.shape().dims())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) reader.at(i);
        }
        return values;
    }

    public static TensorProto floats(String name, List<Long> dims, float... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.asFloatBuffer().put(values);
        return raw(name, DType.FLOAT32, dims, data.array());
    }

    public static TensorProto longs(String name, long... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.asLongBuffer().put(values);
        return raw(name, DType.INT64, List.of((long) values.length), data.array());
    }

    public static TensorProto int32s(String name, List<Long> dims, int... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.asIntBuffer().put(values);
        return raw(name, DType.INT32, dims, data.array());
    }

    /** Of 8 bits each. */
    public static TensorProto bytes(String name, DType type, List<Long> dims, int... values) {
        byte[] data = new byte[values.length];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) values[i];
        }
        return raw(name, type, dims, data);
    }

    /** Of 4 bits each, the first in the low half of a byte. */
    public static TensorProto nibbles(String name, DType type, List<Long> dims, int... values) {
        byte[] data = new byte[(values.length + 1) / 2];
        for (int i = 0; i < values.length; i++) {
            data[i / 2] |= (byte) ((values[i] & 0xF) << i % 2 * 4);
        }
        return raw(name, type, dims, data);
    }

    public static TensorProto raw(String name, DType type, List<Long> dims, byte[] data) {
        return TensorProto.newBuilder()
                .setName(name)
                .setDataType(type.onnx())
                .addAllDims(dims)
                .setRawData(ByteString.copyFrom(data))
                .build();
    }

    /** The steps from one index of an axis to the next, in elements. */
    public static int stride(List<Long> dims, int axis) {
        return count(dims.subList(axis + 1, dims.size()));
    }

    /**
     * Those indices of an axis that are kept.
     *
     * @param keep ascending
     */
    public static float[] kept(float[] values, List<Long> dims, int axis, int[] keep) {
        int stride = stride(dims, axis);
        int size = Math.toIntExact(dims.get(axis));
        int outer = values.length / (stride * size);
        float[] made = new float[outer * keep.length * stride];
        int to = 0;
        for (int i = 0; i < outer; i++) {
            for (int index : keep) {
                System.arraycopy(values, (i * size + index) * stride, made, to, stride);
                to += stride;
            }
        }
        return made;
    }

    /** How many are NaN or infinite. */
    public static int notFinite(float[] values) {
        int bad = 0;
        for (float value : values) {
            bad += Float.isFinite(value) ? 0 : 1;
        }
        return bad;
    }
}
