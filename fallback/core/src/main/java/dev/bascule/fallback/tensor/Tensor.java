package dev.bascule.fallback.tensor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A tensor as typed bytes: row major, little endian, four-bit types packed low nibble first, strings as a UTF-8 JSON
 * array. Immutable: the bytes are read-only. Thread-safe.
 */
public final class Tensor {
    private static final ObjectMapper STRINGS = new ObjectMapper();

    private final DType dtype;
    private final Shape shape;
    private final ByteBuffer data;

    private Tensor(DType dtype, Shape shape, ByteBuffer data) {
        this.dtype = dtype;
        this.shape = shape;
        this.data = data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        if (dtype == DType.STRING) {
            if (asStrings().size() != shape.elements()) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "a string tensor of shape %s has %d elements, but %d were given"
                                .formatted(shape, shape.elements(), asStrings().size()));
            }
        } else if (data.remaining() != dtype.bytes(shape.elements())) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "a %s tensor of shape %s has %d bytes, but %d were given"
                            .formatted(dtype.wireName(), shape, dtype.bytes(shape.elements()), data.remaining()));
        }
    }

    /** A tensor over these bytes, which the caller no longer changes. */
    public static Tensor of(DType dtype, Shape shape, ByteBuffer data) {
        return new Tensor(dtype, shape, data.slice());
    }

    public static Tensor of(DType dtype, Shape shape, byte[] data) {
        return new Tensor(dtype, shape, ByteBuffer.wrap(data));
    }

    public static Tensor floats(Shape shape, float... values) {
        ByteBuffer buffer = allocate(values.length * 4L);
        buffer.asFloatBuffer().put(values);
        return new Tensor(DType.FLOAT32, shape, buffer);
    }

    public static Tensor longs(Shape shape, long... values) {
        ByteBuffer buffer = allocate(values.length * 8L);
        buffer.asLongBuffer().put(values);
        return new Tensor(DType.INT64, shape, buffer);
    }

    public static Tensor strings(Shape shape, List<String> values) {
        try {
            return new Tensor(DType.STRING, shape, ByteBuffer.wrap(STRINGS.writeValueAsBytes(values)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    /** A fresh read-only little-endian view of the bytes. */
    public ByteBuffer data() {
        return data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    public byte[] bytes() {
        byte[] copy = new byte[data.remaining()];
        data().get(copy);
        return copy;
    }

    /** The elements of a string tensor. */
    public List<String> asStrings() {
        try {
            if (STRINGS.readTree(bytes()) instanceof ArrayNode array) {
                List<String> strings = new ArrayList<>(array.size());
                for (JsonNode element : array) {
                    if (!element.isTextual()) {
                        throw notStrings();
                    }
                    strings.add(element.textValue());
                }
                return strings;
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.PROTOCOL_VIOLATION, "a string tensor is no JSON array of strings");
        }
        throw notStrings();
    }

    private static BasculeException notStrings() {
        return new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "a string tensor is no JSON array of strings");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tensor that
                && dtype == that.dtype
                && shape.equals(that.shape)
                && data.equals(that.data);
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(dtype, shape, data);
    }

    @Override
    public String toString() {
        return dtype.wireName() + shape;
    }
}
