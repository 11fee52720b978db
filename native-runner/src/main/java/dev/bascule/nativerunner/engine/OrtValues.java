package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OrtException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.nativerunner.engine.OrtApi.Call;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Values in ONNX Runtime's memory, for one inference: copied in, copied out, released together. ONNX Runtime numbers
 * element types as ONNX does. Belongs to one thread.
 */
final class OrtValues implements AutoCloseable {
    private static final int TENSOR = 1;
    private static final int SEQUENCE = 2;

    private final OrtApi api;
    private final List<Pointer> owned = new ArrayList<>();

    OrtValues(OrtApi api) {
        this.api = api;
    }

    /** Takes a value over, to release it with the rest. */
    Pointer own(Pointer value) {
        owned.add(value);
        return value;
    }

    /** A tensor, or a sequence that has at least one item: of none there is no telling of what. */
    Pointer make(Value value) throws OrtException, RefusedException {
        if (value instanceof Value.One one) {
            return make(one.tensor());
        }
        if (!(value instanceof Value.Many many) || many.items().isEmpty()) {
            throw unsupported("makes no empty value by itself");
        }
        List<Pointer> items = new ArrayList<>();
        for (Value item : many.items()) {
            items.add(make(item));
        }
        return own(api.pointer(Call.CREATE_VALUE, array(items), (long) items.size(), SEQUENCE));
    }

    private Pointer make(Tensor tensor) throws OrtException, RefusedException {
        long[] dims = tensor.shape().toArray();
        Memory shape = memory((long) dims.length * Long.BYTES);
        shape.write(0, dims, 0, dims.length);
        Pointer value = own(api.pointer(
                Call.CREATE_TENSOR,
                api.allocator(),
                shape,
                (long) dims.length,
                tensor.dtype().onnx()));
        if (tensor.dtype() == DType.STRING) {
            fill(value, tensor.asStrings());
        } else if (tensor.data().hasRemaining()) {
            byte[] bytes = tensor.bytes();
            api.pointer(Call.GET_TENSOR_DATA, value).write(0, bytes, 0, bytes.length);
        }
        return value;
    }

    private void fill(Pointer value, List<String> strings) throws OrtException, RefusedException {
        List<Pointer> texts = new ArrayList<>();
        for (String string : strings) {
            if (string.indexOf('\0') >= 0) {
                throw unsupported("cannot feed a string with a null character");
            }
            texts.add(text(string));
        }
        api.invoke(Call.FILL_STRING_TENSOR, value, array(texts), (long) texts.size());
    }

    /** A copy of a value, whatever it holds. */
    Value read(Pointer value) throws OrtException, RefusedException {
        if (api.number(Call.HAS_VALUE, value) == 0) {
            return new Value.Absent();
        }
        int type = api.number(Call.GET_VALUE_TYPE, value);
        if (type == TENSOR) {
            return Value.of(readTensor(value));
        }
        if (type != SEQUENCE) {
            throw unsupported("gave an output that is neither tensor nor sequence, ONNXType " + type);
        }
        List<Value> items = new ArrayList<>();
        long count = api.size(Call.GET_VALUE_COUNT, value);
        for (int i = 0; i < count; i++) {
            items.add(read(own(api.pointer(Call.GET_VALUE, value, i, api.allocator()))));
        }
        return new Value.Many(items);
    }

    private Tensor readTensor(Pointer value) throws OrtException, RefusedException {
        Pointer info = api.pointer(Call.GET_TENSOR_TYPE_AND_SHAPE, value);
        Shape shape;
        int element;
        try {
            element = api.number(Call.GET_TENSOR_ELEMENT_TYPE, info);
            long rank = api.size(Call.GET_DIMENSIONS_COUNT, info);
            Memory dims = memory(rank * Long.BYTES);
            api.invoke(Call.GET_DIMENSIONS, info, dims, rank);
            shape = Shape.of(dims.getLongArray(0, Math.toIntExact(rank)));
        } finally {
            api.release(Call.RELEASE_TENSOR_TYPE_AND_SHAPE, info);
        }
        DType dtype = DType.ofOnnx(element)
                .orElseThrow(() -> unsupported("gave a tensor of the element type %d".formatted(element)));
        if (dtype == DType.STRING) {
            return Tensor.strings(shape, readStrings(value, Math.toIntExact(shape.elements())));
        }
        int bytes = Math.toIntExact(dtype.bytes(shape.elements()));
        return Tensor.of(
                dtype,
                shape,
                bytes == 0
                        ? new byte[0]
                        : api.pointer(Call.GET_TENSOR_DATA, value).getByteArray(0, bytes));
    }

    private List<String> readStrings(Pointer value, int count) throws OrtException {
        if (count == 0) {
            return List.of();
        }
        long length = api.size(Call.GET_STRING_TENSOR_DATA_LENGTH, value);
        Memory text = memory(length);
        Memory offsets = memory((long) count * Long.BYTES);
        api.invoke(Call.GET_STRING_TENSOR_CONTENT, value, text, length, offsets, (long) count);
        byte[] bytes = text.getByteArray(0, Math.toIntExact(length));
        List<String> strings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int from = Math.toIntExact(offsets.getLong((long) i * Long.BYTES));
            int to = i + 1 < count ? Math.toIntExact(offsets.getLong((i + 1L) * Long.BYTES)) : bytes.length;
            strings.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        return strings;
    }

    /** A text as C wants it. */
    static Memory text(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        Memory text = memory(bytes.length + 1L);
        text.write(0, bytes, 0, bytes.length);
        return text;
    }

    /** Pointers in a row, which keeps them from being collected before it is. */
    static Memory array(List<? extends Pointer> pointers) {
        Memory array = new Row(pointers);
        for (int i = 0; i < pointers.size(); i++) {
            array.setPointer((long) i * Native.POINTER_SIZE, pointers.get(i));
        }
        return array;
    }

    /** Zeroed; of at least one word, for there is no empty one. */
    static Memory memory(long bytes) {
        Memory memory = new Memory(Math.max(Long.BYTES, bytes));
        memory.clear();
        return memory;
    }

    private static RefusedException unsupported(String what) {
        return new RefusedException("UnsupportedTypeError", "ONNX Runtime's C interface " + what);
    }

    @Override
    public void close() {
        owned.forEach(value -> api.release(Call.RELEASE_VALUE, value));
        owned.clear();
    }

    private static final class Row extends Memory {
        @SuppressWarnings("unused")
        private final List<? extends Pointer> kept;

        Row(List<? extends Pointer> pointers) {
            super(Math.max(1L, pointers.size()) * Native.POINTER_SIZE);
            this.kept = List.copyOf(pointers);
        }
    }
}
