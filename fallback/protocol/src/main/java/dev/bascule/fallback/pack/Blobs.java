package dev.bascule.fallback.pack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Values as a JSON description beside one run of bytes: a tensor is {@code {dtype, dims, at, bytes}}, a sequence {@code
 * {items: […]}}, an empty optional {@code {}}. Each blob starts at a multiple of 8, so that typed arrays can lie on it.
 * A writer belongs to one thread; reading is stateless.
 */
public final class Blobs {
    private static final int ALIGNMENT = 8;
    private static final int PIECE = 1 << 16;

    private final List<ByteBuffer> parts = new ArrayList<>();
    private int size;

    /** Adds bytes and says where they are. */
    public ObjectNode add(ByteBuffer bytes) {
        int at = size;
        parts.add(bytes.duplicate());
        size = Math.addExact(size, bytes.remaining());
        ObjectNode place = Json.MAPPER.createObjectNode().put("at", at).put("bytes", bytes.remaining());
        int padding = -size & (ALIGNMENT - 1);
        if (padding > 0) {
            parts.add(ByteBuffer.allocate(padding));
            size = Math.addExact(size, padding);
        }
        return place;
    }

    public ObjectNode add(Value value) {
        if (value instanceof Value.One one) {
            return add(one.tensor());
        }
        ObjectNode node = Json.MAPPER.createObjectNode();
        if (value instanceof Value.Many many) {
            ArrayNode items = node.putArray("items");
            many.items().forEach(item -> items.add(add(item)));
        }
        return node;
    }

    public ObjectNode add(Tensor tensor) {
        ObjectNode node =
                Json.MAPPER.createObjectNode().put("dtype", tensor.dtype().wireName());
        ArrayNode dims = node.putArray("dims");
        tensor.shape().dims().forEach(dims::add);
        node.setAll(add(tensor.data()));
        return node;
    }

    public int size() {
        return size;
    }

    /** Writes all of it, a piece at a time. */
    public void writeTo(OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        for (ByteBuffer part : parts) {
            ByteBuffer left = part.duplicate();
            while (left.hasRemaining()) {
                int count = Math.min(piece.length, left.remaining());
                left.get(piece, 0, count);
                out.write(piece, 0, count);
            }
        }
    }

    /** All of it, in a buffer of its own. */
    public ByteBuffer toBuffer() {
        ByteBuffer all = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        parts.forEach(part -> all.put(part.duplicate()));
        return all.flip();
    }

    /**
     * The value that a description stands for.
     *
     * @throws BasculeException {@link ErrorCode#PROTOCOL_VIOLATION} when it does not fit the bytes
     */
    public static Value value(JsonNode node, ByteBuffer blobs) {
        if (node.has("dtype")) {
            return Value.of(tensor(node, blobs));
        }
        if (!node.has("items")) {
            return new Value.Absent();
        }
        List<Value> items = new ArrayList<>();
        node.get("items").forEach(item -> items.add(value(item, blobs)));
        return new Value.Many(items);
    }

    /** The tensor that a description stands for. */
    public static Tensor tensor(JsonNode node, ByteBuffer blobs) {
        String name = node.path("dtype").asText();
        DType dtype = DType.ofWireName(name).orElseThrow(() -> broken("there is no dtype '%s'".formatted(name)));
        List<Long> dims = new ArrayList<>();
        node.path("dims").forEach(dim -> dims.add(dim.asLong(-1)));
        if (dims.stream().anyMatch(dim -> dim < 0)) {
            throw broken("a tensor has the dimensions " + node.path("dims"));
        }
        return Tensor.of(dtype, new Shape(dims), bytes(node, blobs));
    }

    /** The bytes that a place stands for. */
    public static ByteBuffer bytes(JsonNode place, ByteBuffer blobs) {
        int at = place.path("at").asInt(-1);
        int length = place.path("bytes").asInt(-1);
        if (at < 0 || length < 0 || (long) at + length > blobs.remaining()) {
            throw broken("bytes %d to %d of %d".formatted(at, (long) at + length, blobs.remaining()));
        }
        return blobs.slice(blobs.position() + at, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static BasculeException broken(String what) {
        return new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "a description does not fit its bytes: " + what);
    }
}
