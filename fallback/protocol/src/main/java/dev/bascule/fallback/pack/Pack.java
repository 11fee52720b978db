package dev.bascule.fallback.pack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pack: the magic word {@code BASCULEP}, a little-endian u32 version (1), a u32 with the length of a UTF-8 JSON header,
 * the header, padding to a multiple of 8, and the {@linkplain Blobs bytes} that the header speaks of. Cases are known by
 * their index. Immutable; thread-safe.
 */
public final class Pack {
    /** The word that a pack begins with. */
    public static final String MAGIC = "BASCULEP";

    private static final int VERSION = 1;
    private static final int PREFIX = MAGIC.length() + 8;

    private final JsonNode cases;
    private final ByteBuffer blobs;

    private Pack(JsonNode cases, ByteBuffer blobs) {
        this.cases = cases;
        this.blobs = blobs;
    }

    /**
     * Writes cases. Nothing is copied but the pieces on their way: what it takes beside the cases is the header.
     *
     * @throws ArithmeticException when their bytes are more than 2 GiB
     */
    public static void write(List<PackedCase> cases, OutputStream out) throws IOException {
        Blobs blobs = new Blobs();
        ObjectNode header = Json.MAPPER.createObjectNode();
        ArrayNode list = header.putArray("cases");
        cases.forEach(packed -> list.add(describe(packed, blobs)));
        byte[] head = header.toString().getBytes(StandardCharsets.UTF_8);
        // Readers map it as a whole.
        Math.addExact(Math.addExact(PREFIX + padding(head.length), head.length), blobs.size());
        ByteBuffer prefix = ByteBuffer.allocate(PREFIX).order(ByteOrder.LITTLE_ENDIAN);
        prefix.put(MAGIC.getBytes(StandardCharsets.US_ASCII)).putInt(VERSION).putInt(head.length);
        out.write(prefix.array());
        out.write(head);
        out.write(new byte[padding(head.length)]);
        blobs.writeTo(out);
    }

    private static ObjectNode describe(PackedCase packed, Blobs blobs) {
        ObjectNode node = Json.MAPPER.createObjectNode().put("name", packed.name());
        if (packed.program() instanceof Program.Model model) {
            node.set("model", blobs.add(model.onnx()));
        } else if (packed.program() instanceof Program.Graph graph) {
            node.set("graph", graph.description());
            ObjectNode constants = node.putObject("constants");
            graph.constants().forEach((name, tensor) -> constants.set(name, blobs.add(tensor)));
        }
        ArrayNode sets = node.putArray("sets");
        packed.sets().forEach(set -> {
            ObjectNode inputs = sets.addObject();
            set.forEach((name, value) -> inputs.set(name, blobs.add(value)));
        });
        return node;
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws BasculeException {@link ErrorCode#PROTOCOL_VIOLATION} when it is no pack
     */
    public static Pack read(ByteBuffer bytes) {
        ByteBuffer file = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[MAGIC.length()];
        if (file.remaining() < PREFIX) {
            throw broken("it has only %d bytes".formatted(file.remaining()));
        }
        file.get(magic);
        int version = file.getInt();
        int length = file.getInt();
        if (!new String(magic, StandardCharsets.US_ASCII).equals(MAGIC) || version != VERSION) {
            throw broken("it does not begin with %s, version %d".formatted(MAGIC, VERSION));
        }
        if (length < 0 || (long) PREFIX + length + padding(length) > file.capacity()) {
            throw broken("its header claims %d bytes".formatted(length));
        }
        byte[] head = new byte[length];
        file.get(head);
        try {
            JsonNode header = Json.MAPPER.readTree(head);
            int blobsAt = PREFIX + length + padding(length);
            return new Pack(header.path("cases"), file.slice(blobsAt, file.capacity() - blobsAt));
        } catch (IOException e) {
            throw broken("its header is no JSON: " + e.getMessage());
        }
    }

    private static int padding(int headerLength) {
        return -(PREFIX + headerLength) & 7;
    }

    public int size() {
        return cases.size();
    }

    /**
     * The case of an index, from 0.
     *
     * @throws BasculeException {@link ErrorCode#PROTOCOL_VIOLATION} when there is none
     */
    public PackedCase get(int index) {
        JsonNode node = cases.path(index);
        if (!node.isObject()) {
            throw broken("it has no case %d".formatted(index));
        }
        List<Map<String, Value>> sets = new ArrayList<>();
        node.path("sets").forEach(set -> {
            Map<String, Value> inputs = new LinkedHashMap<>();
            set.properties().forEach(input -> inputs.put(input.getKey(), Blobs.value(input.getValue(), blobs)));
            sets.add(inputs);
        });
        return new PackedCase(node.path("name").asText(), program(node), sets);
    }

    private Program program(JsonNode node) {
        if (node.has("model")) {
            return new Program.Model(Blobs.bytes(node.get("model"), blobs));
        }
        Map<String, Tensor> constants = new LinkedHashMap<>();
        node.path("constants")
                .properties()
                .forEach(constant -> constants.put(constant.getKey(), Blobs.tensor(constant.getValue(), blobs)));
        return new Program.Graph(node.path("graph"), constants);
    }

    private static BasculeException broken(String what) {
        return new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "this is no pack of cases: " + what);
    }
}
