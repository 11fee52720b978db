package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** The published schema of {@code profile --json}, with fields that it does not describe forbidden. */
public final class ProfileSchema {
    private ProfileSchema() {}

    public static void validate(JsonNode document) throws IOException {
        assertThat(complaints(document)).isEmpty();
    }

    static List<String> complaints(JsonNode document) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ProfileSchema.class.getResourceAsStream("profile-v1.schema.json"))) {
            JsonNode schema = Json.MAPPER.readTree(file);
            close(schema);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema.toString(), InputFormat.JSON)
                    .validate(document.toString(), InputFormat.JSON)
                    .stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object && object.has("properties") && object.has("required")) {
            object.put("additionalProperties", false);
        }
        node.forEach(ProfileSchema::close);
    }
}
