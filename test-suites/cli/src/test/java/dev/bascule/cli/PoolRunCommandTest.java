package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PoolRunCommandTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    @Test
    void what_cannot_be_meant_is_refused_and_what_cannot_be_planned_is_not_served() {
        CliHarness harness = new CliHarness(folder, new FakeServices());

        assertThat(harness.run("pool", "run", "bert-micro", "--seconds", "0").err())
                .contains("--seconds 0");
        CliHarness.Result unknown = harness.run("pool", "run", "bert-micro", "--seconds", "1");
        assertThat(unknown.exit()).isEqualTo(ExitCode.FAILURES.status());
        assertThat(unknown.out()).contains("no plan: of bert-micro");
    }

    /** On ONNX Runtime itself. Only that everything was answered is judged, never how fast. */
    @Test
    @Tag("native")
    void a_pool_that_was_measured_is_served() throws IOException {
        CliHarness harness = new CliHarness(folder, new LocalServices());
        String store = measured();
        CliHarness.Result all =
                harness.run("pool", "run", "bert-micro=5", "ds-cnn=5", "--seconds", "1", "--store", store, "--json");

        JsonNode served = Json.MAPPER.readTree(all.out());
        DocumentSchema.POOL_RUN.validate(served);
        assertThat(all.exit()).as(all.out() + all.err()).isZero();
        for (JsonNode model : served.path("models")) {
            assertThat(model.path("answered").asInt())
                    .isPositive()
                    .isEqualTo(model.path("offered").asInt());
            assertThat(model.path("evictions").asInt()).isZero();
        }
    }

    private String measured() {
        CliHarness harness = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM));
        String store = folder.resolve("h.duckdb").toString();
        CliHarness.Result run = harness.run(
                "run",
                "bert-micro",
                "ds-cnn",
                "--browsers",
                "none",
                "--backends",
                "cpu",
                "--min-duration",
                "100ms",
                "--warm-up-limit",
                "100ms",
                "--store",
                store);
        assertThat(run.exit()).as(run.err()).isZero();
        return store;
    }

    @Test
    @Tag("native")
    @Tag("full")
    void with_low_memory_the_models_of_a_pool_take_turns() throws IOException {
        CliHarness harness = new CliHarness(folder, new LocalServices());
        String store = measured();
        CliHarness.Result low = harness.run(
                "pool",
                "run",
                "bert-micro=1",
                "ds-cnn=1",
                "--seconds",
                "2",
                "--low-memory",
                "--store",
                store,
                "--json");

        JsonNode turns = Json.MAPPER.readTree(low.out());
        DocumentSchema.POOL_RUN.validate(turns);
        assertThat(turns.path("lowMemory").asBoolean()).isTrue();
        // A machine so slow that not all were answered in time is no fault of theirs.
        assertThat(turns.path("models").path(0).path("loads").asInt()).isPositive();
    }
}
