package dev.bascule.workers.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.scheduling.job.Requirement;

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

    private static final String ORDERS = "bascule.orders.";
    private static final String TOLD = "bascule.told.";
    private static final String BLOBS = "bascule.blobs.";

    /** Requirements are told apart by their names. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    private interface Named {}

    public static final JsonMapper MAPPER = mapper();

    private Wire() {}

    private static JsonMapper mapper() {
        JsonMapper mapper = Json.MAPPER.rebuild().addMixIn(Requirement.class, Named.class).build();
        mapper.registerSubtypes(Requirement.class.getPermittedSubclasses());
        return mapper;
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
        } catch (JsonProcessingException e) {
            throw BasculeException.because(
                    e, ErrorCode.PROTOCOL_VIOLATION, "what came is no " + type.getSimpleName());
        }
    }

    static BasculeException violation(String expected, String came) {
        return new BasculeException(
                ErrorCode.PROTOCOL_VIOLATION, "what came is no %s: %s".formatted(expected, came));
    }
}
