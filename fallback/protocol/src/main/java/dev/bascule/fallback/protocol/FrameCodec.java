package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.pack.Blobs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames to packets and back. A text frame is one JSON object; a binary frame is a little-endian u32 with the length of
 * a UTF-8 JSON header, the header, and the payload. Stateless and thread-safe.
 */
public final class FrameCodec {
    /** A case's header holds its placements: one short line for each node. */
    private static final int MAX_HEADER = 4 * 1024 * 1024;

    /** Settings in the protocol's words. */
    static final JsonMapper WIRE = Json.MAPPER
            .rebuild()
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .addMixIn(SessionSettings.class, SettingsParts.class)
            .addMixIn(EngineOptions.class, SettingsParts.Options.class)
            .addMixIn(CarryLocation.class, SettingsParts.Location.class)
            .build();

    /** Stricter than files are read: a field that is missing, null or of another type breaks the protocol. */
    static final ObjectMapper STRICT = WIRE.rebuild()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private static final ObjectReader MESSAGE = STRICT.readerFor(Message.class);

    private FrameCodec() {}

    public static Frame encode(Envelope envelope) {
        Packet packet = envelope.packet();
        if (packet instanceof Packet.TensorPacket tensor) {
            return binary(header(envelope, tensor), tensor.tensor().data());
        }
        if (packet instanceof Packet.SamplesPacket samples) {
            double[] values = samples.samples().millis();
            ByteBuffer payload = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
            payload.asDoubleBuffer().put(values);
            ObjectNode header = stamped("samples", envelope);
            header.put("job", samples.job()).put("block", samples.block()).put("count", values.length);
            return binary(header, payload);
        }
        if (packet instanceof Packet.CasePacket ended) {
            Blobs blobs = new Blobs();
            ObjectNode header = stamped("case", envelope);
            header.setAll(CaseHeader.of(ended, blobs).toJson());
            return binary(header, blobs.toBuffer());
        }
        ObjectNode json = WIRE.valueToTree(packet);
        return new Frame.Text(stamp(json, envelope).toString());
    }

    private static ObjectNode header(Envelope envelope, Packet.TensorPacket packet) {
        ObjectNode header = stamped("tensor", envelope);
        header.put("job", packet.job())
                .put("role", packet.role())
                .put("name", packet.name())
                .put("dtype", packet.tensor().dtype().wireName());
        ArrayNode dims = header.putArray("dims");
        packet.tensor().shape().dims().forEach(dims::add);
        return header.put("step", packet.step()).put("iteration", packet.iteration());
    }

    private static ObjectNode stamped(String type, Envelope envelope) {
        return stamp(Json.MAPPER.createObjectNode().put("type", type), envelope);
    }

    private static ObjectNode stamp(ObjectNode json, Envelope envelope) {
        return json.put("seq", envelope.seq()).put("ack", envelope.ack());
    }

    private static Frame binary(ObjectNode header, ByteBuffer payload) {
        byte[] head = header.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame =
                ByteBuffer.allocate(4 + head.length + payload.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(head.length).put(head).put(payload).flip();
        return new Frame.Binary(frame);
    }

    /**
     * Reads a frame.
     *
     * @throws ProtocolException when it is not one of the protocol's
     */
    public static Envelope decode(Frame frame) throws ProtocolException {
        if (frame instanceof Frame.Text text) {
            ObjectNode json = object(text.text());
            long seq = number(json, "seq");
            long ack = json.has("ack") ? number(json, "ack") : 0;
            json.remove(List.of("seq", "ack"));
            try {
                return new Envelope(seq, ack, MESSAGE.readValue(json));
            } catch (JsonProcessingException e) {
                throw new ProtocolException("not a message of the protocol: " + e.getOriginalMessage());
            } catch (IOException e) {
                throw new ProtocolException("not a message of the protocol: " + e.getMessage());
            }
        }
        return binary(((Frame.Binary) frame).bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN));
    }

    private static Envelope binary(ByteBuffer bytes) throws ProtocolException {
        if (bytes.remaining() < 4) {
            throw new ProtocolException("a binary frame of " + bytes.remaining() + " bytes has no header");
        }
        int length = bytes.getInt();
        if (length < 2 || length > MAX_HEADER || length > bytes.remaining()) {
            throw new ProtocolException("a binary frame's header cannot have " + length + " bytes");
        }
        byte[] head = new byte[length];
        bytes.get(head);
        ObjectNode header = object(new String(head, StandardCharsets.UTF_8));
        long seq = number(header, "seq");
        long ack = header.has("ack") ? number(header, "ack") : 0;
        String type = text(header, "type");
        ByteBuffer payload = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            return switch (type) {
                case "tensor" -> new Envelope(seq, ack, tensor(header, payload));
                case "samples" -> new Envelope(seq, ack, samples(header, payload));
                case "case" -> new Envelope(seq, ack, CaseHeader.parse(header).packet(payload));
                default -> throw new ProtocolException("a binary frame cannot carry '" + type + "'");
            };
        } catch (BasculeException | IllegalArgumentException | ArithmeticException e) {
            throw new ProtocolException("a binary frame's payload does not fit its header: " + e.getMessage());
        }
    }

    private static Packet tensor(ObjectNode header, ByteBuffer payload) throws ProtocolException {
        String name = text(header, "dtype");
        DType dtype = DType.ofWireName(name).orElseThrow(() -> new ProtocolException("no dtype '" + name + "'"));
        if (!(header.path("dims") instanceof ArrayNode array)) {
            throw new ProtocolException("'dims' must be an array");
        }
        List<Long> dims = new ArrayList<>();
        for (JsonNode dim : array) {
            dims.add(whole(dim, "dims"));
        }
        return new Packet.TensorPacket(
                text(header, "job"),
                text(header, "role"),
                text(header, "name"),
                Math.toIntExact(number(header, "step")),
                Math.toIntExact(number(header, "iteration")),
                Tensor.of(dtype, new Shape(dims), payload));
    }

    private static Packet samples(ObjectNode header, ByteBuffer payload) throws ProtocolException {
        double[] values = new double[payload.remaining() / 8];
        if (values.length != number(header, "count") || payload.remaining() % 8 != 0) {
            throw new ProtocolException("samples announce another count than they carry");
        }
        payload.asDoubleBuffer().get(values);
        return new Packet.SamplesPacket(
                text(header, "job"), Math.toIntExact(number(header, "block")), Samples.ofMillis(values));
    }

    private static ObjectNode object(String text) throws ProtocolException {
        try {
            if (Json.MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new ProtocolException("not JSON: " + e.getMessage());
        }
        throw new ProtocolException("a message is a JSON object");
    }

    private static long number(ObjectNode json, String key) throws ProtocolException {
        return whole(json.path(key), key);
    }

    private static long whole(JsonNode node, String key) throws ProtocolException {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.asLong() < 0) {
            throw new ProtocolException("'" + key + "' must be a whole number from 0");
        }
        return node.asLong();
    }

    private static String text(ObjectNode json, String key) throws ProtocolException {
        JsonNode node = json.path(key);
        if (!node.isTextual()) {
            throw new ProtocolException("'" + key + "' must be a string");
        }
        return node.asText();
    }
}
