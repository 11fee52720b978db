package dev.bascule.fallback.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.bascule.fallback.text.PlainText;

/** The one JSON mapper: empty Optionals are {@code null}, unknown properties are errors, instants are ISO 8601. */
public final class Json {
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    /** The document over several lines, {@link #plain}. */
    public static String pretty(Object document) {
        try {
            return plain(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document that is no JSON", e);
        }
    }

    /**
     * The same document, in which what a terminal obeys or a page shows in another order is escaped. Such characters stand in
     * strings only: JSON has no other place for them but its line ends.
     */
    public static String plain(String json) {
        if (json.codePoints().noneMatch(c -> isEscaped(c))) {
            return json;
        }
        StringBuilder plain = new StringBuilder(json.length());
        json.chars().forEach(c -> {
            if (isEscaped(c)) {
                plain.append(String.format("\\u%04x", c));
            } else {
                plain.append((char) c);
            }
        });
        return plain.toString();
    }

    private static boolean isEscaped(int c) {
        return c != '\n' && c != '\r' && c != '\t' && PlainText.isControl(c);
    }
}
