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

class PoolPlanCommandTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness.Result fake(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    @Test
    void what_cannot_be_meant_is_refused_with_the_remedy() {
        assertThat(fake("pool").err()).contains("say what to do with a pool");
        assertThat(fake("pool", "plan", "bert-micro=0").err()).contains("a rate of 0");
        assertThat(fake("pool", "plan", "bert-micro", "--load", "0").err()).contains("--load 0.0");
        assertThat(fake("pool", "plan", "bert-micro", "--memory", "much").err()).contains("--memory much");
        assertThat(fake("pool", "plan", "bert-micro", "--deadline", "soon").err())
                .contains("--deadline soon");
        assertThat(fake("pool", "plan", "bert-micro", "--replicas", "0").err()).contains("--replicas 0");
        assertThat(fake("pool", "plan", "bert-micro", "--devices", "gpu:7").err())
                .contains("--devices gpu:7: there are cpu");
        assertThat(fake("pool", "plan", "bert-micro=1", "bert-micro=2").err()).contains("there twice");
        assertThat(fake("pool", "plan", "bert-micro", "--load", "0").exit()).isEqualTo(ExitCode.USAGE.status());
    }

    @Test
    void a_machine_that_nothing_is_known_of_has_no_plan_and_says_what_measures() throws IOException {
        CliHarness.Result text = fake("pool", "plan", "bert-micro");
        CliHarness.Result json = fake("pool", "plan", "bert-micro", "--json");

        assertThat(text.exit()).isEqualTo(ExitCode.FAILURES.status());
        assertThat(text.out())
                .contains("no plan: of bert-micro no time or no memory is known on any target here")
                .contains("bascule run measures times and memory");
        JsonNode document = Json.MAPPER.readTree(json.out());
        DocumentSchema.POOL_PLAN.validate(document);
        assertThat(document.path("outcome").asText()).isEqualTo("unknown");
        assertThat(document.path("placements")).isEmpty();
    }

    /** On ONNX Runtime itself: what a run measured is planned with, and memory that is not there is told. */
    @Test
    @Tag("native")
    void what_was_measured_here_is_planned_with() throws IOException {
        String store = folder.resolve("h.duckdb").toString();
        CliHarness.Result run = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(
                        "run",
                        "bert-micro",
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

        CliHarness.Result plan = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run("pool", "plan", "bert-micro=2", "--store", store, "--on", "native*", "--json");
        CliHarness.Result narrow = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run("pool", "plan", "bert-micro=2", "--store", store, "--memory", "1MB", "--json");

        assertThat(plan.exit()).as(plan.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(plan.out());
        DocumentSchema.POOL_PLAN.validate(document);
        JsonNode placement = document.path("placements").path(0);
        assertThat(placement.path("device").asText()).isEqualTo("cpu");
        assertThat(placement.path("measured").path("ms").asDouble()).isPositive();
        assertThat(placement.path("measured").path("peakBytes").asLong()).isPositive();
        assertThat(placement.path("predicted").path("ms").isNull()).isTrue();
        assertThat(narrow.exit()).isEqualTo(ExitCode.FAILURES.status());
        JsonNode none = Json.MAPPER.readTree(narrow.out());
        DocumentSchema.POOL_PLAN.validate(none);
        assertThat(none.path("outcome").asText()).isEqualTo("infeasible");
        assertThat(none.path("shortages")
                        .path(0)
                        .path("lacks")
                        .path(0)
                        .path("place")
                        .asText())
                .isEqualTo("host");
    }
}
