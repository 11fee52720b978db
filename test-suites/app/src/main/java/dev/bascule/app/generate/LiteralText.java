package dev.bascule.app.generate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The values of an input as YAML in one line. Stateless. */
final class LiteralText {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private LiteralText() {}

    /** @param typed numbers, truth values, texts and lists of them in JSON; whatever else it is becomes a text */
    static String yaml(String typed) {
        String values = typed.strip();
        boolean bareList = values.contains(",") && !values.startsWith("[") && !values.startsWith("\"");
        try {
            return yaml(JSON.readTree(bareList ? "[" + values + "]" : values));
        } catch (JsonProcessingException e) {
            return YamlText.quoted(typed);
        }
    }

    private static String yaml(JsonNode node) {
        if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(LiteralText::yaml)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (node.isNumber()) {
            // Of numbers with an exponent YAML 1.1 knows those with a point and a sign alone; the sign is there.
            return node.asText().replaceFirst("^(-?\\d+)E", "$1.0E");
        }
        return node.isBoolean() ? node.asText() : YamlText.quoted(node.asText());
    }
}
