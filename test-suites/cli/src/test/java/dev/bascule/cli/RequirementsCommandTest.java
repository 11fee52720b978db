package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementsCommandTest {
    @TempDir
    Path folder;

    @Test
    void the_document_is_as_the_schema_says_and_a_doctored_one_is_not() throws IOException {
        CliHarness.Result result =
                new CliHarness(folder, new FakeServices()).run("requirements", "zoo:bert-micro", "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(result.exit()).as(result.err()).isZero();
        DocumentSchema.REQUIREMENTS.validate(document);
        assertThat(document.path("targets")).isNotEmpty();
        ((ObjectNode) document.path("targets").path(0)).put("batchThatFits", -1);
        assertThat(DocumentSchema.REQUIREMENTS.complaints(document)).isNotEmpty();
    }
}
