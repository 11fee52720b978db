package dev.bascule.exact.array;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Arrays from tensors, exactly, and tensors from arrays, each element rounded once. Stateless. */
public final class ArrayTensors {
    private ArrayTensors() {}

    public static Array of(Tensor tensor) {
        int[] dims = Arrays.stream(tensor.shape().toArray())
                .mapToInt(Math::toIntExact)
                .toArray();
        int size = Dims.size(dims);
        ByteBuffer bytes = tensor.data();
        DType dtype = tensor.dtype();
        if (dtype == DType.STRING) {
            return new Texts(tensor.asStrings().toArray(String[]::new), dims);
        }
        Elements.Reader reader = Elements.of(tensor);
        if (dtype.isFloat()) {
            double[] data = new double[size];
            for (int i = 0; i < size; i++) {
                data[i] = dtype == DType.FLOAT32 ? bytes.getFloat(i * Float.BYTES) : reader.at(i);
            }
            return new Reals(dtype, data, dims);
        }
        long[] data = new long[size];
        boolean wide = dtype == DType.INT64 || dtype == DType.UINT64;
        for (int i = 0; i < size; i++) {
            data[i] = wide ? bytes.getLong(i * Long.BYTES) : (long) reader.at(i);
        }
        return Integers.wrapped(dtype, data, dims);
    }

    /** Of a message whose data is in the message. */
    public static Array of(TensorProto proto) {
        return of(TensorProtos.decode(proto));
    }

    public static Operand of(Value value) {
        if (value instanceof Value.One one) {
            return of(one.tensor());
        }
        return value instanceof Value.Many many
                ? new Operand.Sequence(
                        many.items().stream().map(ArrayTensors::of).toList())
                : new Operand.Nothing();
    }

    public static Value toValue(Operand operand) {
        if (operand instanceof Array array) {
            return Value.of(toTensor(array));
        }
        return operand instanceof Operand.Sequence sequence
                ? new Value.Many(
                        sequence.items().stream().map(ArrayTensors::toValue).toList())
                : new Value.Absent();
    }

    /** To the nearest, ties to even. */
    public static Tensor toTensor(Array array) {
        Shape shape = new Shape(
                Arrays.stream(array.dims()).mapToObj(dim -> (long) dim).toList());
        if (array instanceof Texts texts) {
            return Tensor.strings(shape, List.of(texts.data()));
        }
        DType dtype = array.dtype();
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.toIntExact(dtype.bytes(array.size()))).order(ByteOrder.LITTLE_ENDIAN);
        if (array instanceof Reals reals) {
            put(reals, bytes);
        } else {
            put((Integers) array, bytes);
        }
        return Tensor.of(dtype, shape, bytes.rewind());
    }

    private static void put(Reals reals, ByteBuffer bytes) {
        FloatFormat format = FloatFormat.of(reals.dtype());
        if (reals.dtype().bits() < Byte.SIZE) {
            for (int i = 0; i < reals.size(); i++) {
                pack(
                        bytes,
                        i,
                        reals.dtype().bits(),
                        format.bits(reals.data()[i], reals.dtype().bits()));
            }
            return;
        }
        for (double value : reals.data()) {
            switch (reals.dtype()) {
                case FLOAT64 -> bytes.putDouble(value);
                case FLOAT32 -> bytes.putFloat((float) value);
                case FLOAT16, BFLOAT16 -> bytes.putShort((short) format.bits(value, Short.SIZE));
                default -> bytes.put((byte) format.bits(value, Byte.SIZE));
            }
        }
    }

    private static void put(Integers integers, ByteBuffer bytes) {
        long[] data = integers.data();
        for (int i = 0; i < data.length; i++) {
            switch (integers.dtype().bits()) {
                case 2, 4 -> pack(bytes, i, integers.dtype().bits(), data[i]);
                case Byte.SIZE -> bytes.put((byte) data[i]);
                case Short.SIZE -> bytes.putShort((short) data[i]);
                case Integer.SIZE -> bytes.putInt((int) data[i]);
                default -> bytes.putLong(data[i]);
            }
        }
    }

    /** Puts the low bits beside those that share their byte. */
    private static void pack(ByteBuffer bytes, int at, int bits, long value) {
        int each = Byte.SIZE / bits;
        bytes.put(at / each, (byte) (bytes.get(at / each) | (value & (1 << bits) - 1) << at % each * bits));
    }
}
