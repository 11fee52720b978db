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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The published schemas of the documents that commands print, with fields that they do not describe forbidden. */
public enum DocumentSchema {
    BISECT("bisect"),
    PROFILE("profile"),
    DOCTOR("doctor"),
    MODEL_CHECK("model-check"),
    BUG_REPORT("bug-report"),
    HISTORY("history"),
    TRUTH("truth"),
    DECODE("decode"),
    DISTRIBUTED("distributed"),
    REPLICAS("replicas"),
    TRAIN("train"),
    QUANTIZE("quantize"),
    PREDICT("predict"),
    PREDICTION_HELD("prediction-held"),
    PREDICTION_VALIDATION("prediction-validation"),
    SELECT("select"),
    SELECTION_VALIDATION("selection-validation"),
    CLASSIFY("classify"),
    RECOMMEND("recommend"),
    POOL_PLAN("pool-plan"),
    POOL_RUN("pool-run"),
    COLLECT("collect"),
    REQUIREMENTS("requirements"),
    SIMULATE("simulate"),
    QUEUE("queue"),
    VERSION("version");

    private final String name;

    DocumentSchema(String name) {
        this.name = name;
    }

    public void validate(JsonNode document) throws IOException {
        assertThat(complaints(document)).isEmpty();
    }

    public List<String> complaints(JsonNode document) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        for (DocumentSchema each : values()) {
            all.put("urn:bascule:" + each.name + ":1", each.read().toString());
        }
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(all))
                .getSchema(read().toString(), InputFormat.JSON)
                .validate(document.toString(), InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }

    private JsonNode read() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(DocumentSchema.class.getResourceAsStream(name + "-v1.schema.json"))) {
            JsonNode schema = Json.MAPPER.readTree(file);
            assertThat(schema.path("$id").asText()).isEqualTo("urn:bascule:" + name + ":1");
            close(schema);
            return schema;
        }
    }

    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object && object.has("properties") && object.has("required")) {
            object.put("additionalProperties", false);
        }
        node.forEach(DocumentSchema::close);
    }
}
