package dev.bascule.suites.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.yaml.YamlNode.Scalar.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads a YAML document into {@link YamlNode}s. A key given twice is an error. Stateless. */
public final class YamlReader {
    /** Deeper than any document of ours; each level costs some of the stack. */
    private static final int DEEPEST = 100;

    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();

    private YamlReader() {}

    /**
     * The document; an empty one is an empty mapping.
     *
     * @param source the file's name, for messages
     * @param code the error code of whatever is wrong in it
     * @throws BasculeException when it is no YAML
     */
    public static YamlNode read(String text, String source, ErrorCode code) {
        YamlLocation top = new YamlLocation(source, 1, "", code);
        try (YAMLParser parser = FACTORY.createParser(text)) {
            YamlNode root = parser.nextToken() == null ? new YamlNode.Mapping(top, Map.of()) : value(parser, top);
            if (parser.nextToken() != null) {
                throw new YamlLocation(source, line(parser), "", code)
                        .error("a second YAML document; there may be one only");
            }
            return root;
        } catch (JsonProcessingException e) {
            if (e.getCause() instanceof MarkedYAMLException trouble) {
                throw new YamlLocation(source, YamlErrorText.line(trouble), "", code)
                        .error("no valid YAML " + YamlErrorText.words(trouble));
            }
            JsonLocation location = e.getLocation();
            throw new YamlLocation(source, location == null ? 1 : Math.max(1, location.getLineNr()), "", code)
                    .error("no valid YAML: " + firstLine(e.getOriginalMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from a string", impossible);
        }
    }

    private static YamlNode value(YAMLParser parser, YamlLocation place) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(parser, place);
        }
        if (token == JsonToken.START_ARRAY) {
            List<YamlNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(parser, place.item(items.size(), line(parser))));
            }
            return new YamlNode.Sequence(place, items);
        }
        if (parser.isCurrentAlias()) {
            // Read as the bare name it would make of a glob such as *_int8 another word.
            throw place.error("a text that begins with '*' must be in quotes: \"*%s\"".formatted(parser.getText()));
        }
        return new YamlNode.Scalar(place, kind(token, parser.getText()), String.valueOf(parser.getText()));
    }

    private static YamlNode mapping(YAMLParser parser, YamlLocation place) throws IOException {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            YamlLocation here = place.key(key, line(parser));
            parser.nextToken();
            if (entries.put(key, value(parser, here)) != null) {
                throw here.error("the key '%s' is given twice".formatted(key));
            }
        }
        return new YamlNode.Mapping(place, entries);
    }

    /** A key with nothing behind it comes as an empty string; no setting means anything by one, quoted or not. */
    private static Kind kind(JsonToken token, @Nullable String text) {
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return Kind.INTEGER;
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return Kind.DECIMAL;
        }
        if (token.isBoolean()) {
            return Kind.BOOLEAN;
        }
        return token == JsonToken.VALUE_NULL || text == null || text.isEmpty() ? Kind.NULL : Kind.STRING;
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse(message);
    }
}
