package dev.bascule.workers.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.scheduling.job.Requirement;
import java.io.IOException;

/** Names of the addresses, version of the protocol, and its JSON. Stateless. */
public final class Wire {
    /** Coordinators, workers and submitters of one version understand each other; those of two refuse each other. */
    public static final int PROTOCOL = 1;

    /** What workers say. */
    public static final String REPORTS = "bascule.reports";
    /** What submitters ask. */
    public static final String ASKS = "bascule.asks";
    /** Files of submitters. */
    public static final String UPLOADS = "bascule.uploads";

    /** Property: the process that it is for. */
    public static final String TO = "to";
    /** Property: the process that it is from. */
    public static final String FROM = "from_process";
    /** Property: the attempt that a frame is for. */
    public static final String ATTEMPT = "attempt";
    /** Property: which question it is, or answers. */
    public static final String QUESTION = "question";
    /** Properties of a greeting, readable by whatever version. */
    public static final String VERSION = "protocol";

    public static final String PRODUCT = "product";

    private static final String ORDERS = "bascule.orders.";
    private static final String TOLD = "bascule.told.";
    private static final String BLOBS = "bascule.blobs.";

    public static final JsonMapper MAPPER = mapper();

    private Wire() {}

    private static JsonMapper mapper() {
        SimpleModule requirements = new SimpleModule()
                .addSerializer(Requirement.class, new StdSerializer<>(Requirement.class) {
                    @Override
                    public void serialize(Requirement value, JsonGenerator to, SerializerProvider provider)
                            throws IOException {
                        to.writeString(value.text());
                    }
                })
                .addDeserializer(Requirement.class, new StdDeserializer<>(Requirement.class) {
                    @Override
                    public Requirement deserialize(JsonParser from, DeserializationContext context) throws IOException {
                        return Requirement.parse(from.getText());
                    }
                });
        return Json.MAPPER
                .rebuild()
                .addModule(requirements)
                // Nothing of a record may be left out: null is no value here.
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .build();
    }

    /** Orders of one worker. */
    public static String orders(String id) {
        return ORDERS + id;
    }

    /** What a worker or submitter is told. */
    public static String told(String id) {
        return TOLD + id;
    }

    /** Files for one worker. */
    public static String blobs(String id) {
        return BLOBS + id;
    }

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of ours that is no JSON", e);
        }
    }

    /** @throws BasculeException PROTOCOL_VIOLATION for what this type cannot be */
    public static <T> T read(String json, Class<T> type) {
        try {
            T value = MAPPER.readValue(json, type);
            if (value == null) {
                throw violation(type.getSimpleName(), "nothing");
            }
            return value;
        } catch (JsonProcessingException | IllegalArgumentException | NullPointerException e) {
            // The last two: values that a record's constructor refuses.
            throw BasculeException.because(e, ErrorCode.PROTOCOL_VIOLATION, "what came is no " + type.getSimpleName());
        }
    }

    static BasculeException violation(String expected, String came) {
        return new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "what came is no %s: %s".formatted(expected, came));
    }
}
