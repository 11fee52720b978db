package dev.bascule.nativerunner.devices;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.util.Optional;

/** A reader of the JSON that tools write. Stateless. */
final class ToolJson {
    private ToolJson() {}

    /** Empty where the text is no JSON; tools print warnings before it, which are passed over. */
    static Optional<JsonNode> parse(String text) {
        int from = text.indexOf('{');
        int list = text.indexOf('[');
        int start = from < 0 || (list >= 0 && list < from) ? list : from;
        if (start < 0) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(Json.MAPPER.readTree(text.substring(start)))
                    .filter(JsonNode::isContainerNode);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** The text or number at the end of a way; empty where there is none, or the tool says N/A. */
    static Optional<String> text(JsonNode from, String... way) {
        JsonNode at = from;
        for (String name : way) {
            at = at.path(name);
        }
        return at.isValueNode() && !at.isNull()
                ? Optional.of(at.asText().strip()).filter(text -> !text.isEmpty() && !text.equals("N/A"))
                : Optional.empty();
    }
}
