package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.local.LocalDoctorService;
import dev.bascule.app.local.LocalRunService;
import dev.bascule.fallback.json.Json;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real services say of this machine, against the published schemas. */
class RealDoctorDocumentsTest {
    @TempDir
    Path folder;

    private CliHarness harness() {
        LocalRunEnvironments environments = LocalRunEnvironments.ofThisMachine();
        LocalRunService runs = new LocalRunService(environments, Clock.systemUTC());
        FakeServices services = new FakeServices() {
            @Override
            public dev.bascule.execution.service.RunService runs() {
                return runs;
            }
        };
        services.doctor = new LocalDoctorService(environments, Clock.systemUTC());
        return new CliHarness(folder, services);
    }

    private JsonNode document(DocumentSchema schema, String... arguments) throws Exception {
        CliHarness.Result result = harness().run(arguments);
        JsonNode document = Json.MAPPER.readTree(result.out());
        schema.validate(document);
        return document;
    }

    @Test
    @Tag("native")
    void the_native_side_is_told_as_the_schema_says() throws Exception {
        JsonNode document = document(DocumentSchema.DOCTOR, "doctor", "--browsers", "none", "--json");
        assertThat(document.at("/native")).anySatisfy(backend -> {
            assertThat(backend.path("backend").asText()).isEqualTo("cpu");
            assertThat(backend.path("tier").asText()).isEqualTo("placed");
        });
        assertThat(document.at("/hardware/devices")).isNotEmpty();
        JsonNode bug = document(DocumentSchema.BUG_REPORT, "doctor", "--browsers", "none", "--report", "json");
        assertThat(bug.at("/doctor/fingerprint/machine")).isEqualTo(document.at("/fingerprint/machine"));
    }

    @Test
    @Tag("browser")
    void browsers_are_told_as_the_schema_says() throws Exception {
        JsonNode document = document(DocumentSchema.DOCTOR, "doctor", "--browsers", "chrome-headless-shell", "--json");
        assumeTrue(!document.at("/browsers").isEmpty(), "the bundled browser is not here");
        assertThat(document.at("/browsers/0/backends")).isNotEmpty();
        assertThat(document.at("/hardware/devices"))
                .as("what its pages see")
                .anySatisfy(device -> assertThat(device.path("class").asText()).isEqualTo("browser.cpu"));
    }

    @Test
    @Tag("native")
    void a_checked_model_is_told_as_the_schema_says() throws Exception {
        String model = "resnet-micro";
        JsonNode tried =
                document(DocumentSchema.MODEL_CHECK, "doctor", "--check-model", model, "--browsers", "none", "--json");
        assertThat(tried.at("/backends")).anySatisfy(row -> {
            assertThat(row.path("backend").asText()).isEqualTo("cpu");
            assertThat(row.path("basis").asText()).isEqualTo("measured");
            assertThat(row.path("answer").asText()).isEqualTo("yes");
        });
        document(DocumentSchema.MODEL_CHECK, "doctor", "--check-model", model, "--no-run", "--json");
    }
}
