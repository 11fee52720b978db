package dev.bascule.bridge.attach;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.protocol.ProtocolException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads and writes {@link AttachMessage}s. What the page adds of its own is ignored. Stateless. */
final class AttachCodec {
    private static final Set<String> NOT_FACTS = Set.of("type", "token", "name", "device");
    private static final int LONGEST_FACT = 1000;
    private static final int MOST_FACTS = 40;

    private AttachCodec() {}

    static AttachMessage.FromPage decode(String text) throws ProtocolException {
        JsonNode json;
        try {
            json = Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new ProtocolException("a frame is no JSON");
        }
        String type = json.path("type").asText();
        return switch (type) {
            case "attach" ->
                new AttachMessage.Attach(
                        text(json, "token"), json.path("name").asText(""), text(json, "device"), facts(json));
            case "opened" -> new AttachMessage.Opened(slot(json));
            case "closed" -> new AttachMessage.Closed(slot(json));
            case "rename" -> new AttachMessage.Rename(json.path("name").asText(""));
            case "bye", "leave" -> new AttachMessage.Leave();
            case "ping" -> new AttachMessage.Ping();
            default -> throw new ProtocolException("there is no message '%s'".formatted(type));
        };
    }

    private static String text(JsonNode json, String field) throws ProtocolException {
        JsonNode value = json.path(field);
        if (!value.isTextual() || value.asText().isBlank()) {
            throw new ProtocolException("'%s' is missing".formatted(field));
        }
        return value.asText();
    }

    private static int slot(JsonNode json) throws ProtocolException {
        JsonNode value = json.path("slot");
        if (!value.canConvertToInt() || !value.isIntegralNumber()) {
            throw new ProtocolException("'slot' is no number");
        }
        return value.asInt();
    }

    /** Texts, numbers and truth values as they are; an object's fields by {@code object.field}. */
    private static Map<String, String> facts(JsonNode json) {
        Map<String, String> facts = new LinkedHashMap<>();
        json.fields().forEachRemaining(field -> {
            if (NOT_FACTS.contains(field.getKey())) {
                return;
            }
            if (field.getValue().isObject()) {
                field.getValue()
                        .fields()
                        .forEachRemaining(
                                inner -> fact(facts, field.getKey() + "." + inner.getKey(), inner.getValue()));
            } else {
                fact(facts, field.getKey(), field.getValue());
            }
        });
        return facts;
    }

    private static void fact(Map<String, String> facts, String name, JsonNode value) {
        String text = value.isContainerNode() ? value.toString() : value.asText();
        if (!value.isNull() && facts.size() < MOST_FACTS) {
            facts.put(name, text.length() > LONGEST_FACT ? text.substring(0, LONGEST_FACT) : text);
        }
    }

    static String encode(AttachMessage.FromBridge message) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        if (message instanceof AttachMessage.Welcome welcome) {
            json.put("type", "welcome").put("name", welcome.name());
        } else if (message instanceof AttachMessage.Renamed renamed) {
            json.put("type", "renamed").put("name", renamed.name());
        } else if (message instanceof AttachMessage.Open open) {
            json.put("type", "open").put("slot", open.slot()).put("url", open.url());
        } else if (message instanceof AttachMessage.Close close) {
            json.put("type", "close").put("slot", close.slot());
        } else if (message instanceof AttachMessage.Status status) {
            json.put("type", "status").put("text", status.text());
        } else if (message instanceof AttachMessage.Bye bye) {
            json.put("type", "bye").put("reason", bye.reason());
        } else {
            json.put("type", "pong");
        }
        return json.toString();
    }
}
