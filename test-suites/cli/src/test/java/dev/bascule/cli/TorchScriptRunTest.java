package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.cli.command.Services;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Checkout;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TorchScript models through the command line, in real children on PyTorch where its optional libraries are. */
@Tag("native")
@Tag("full")
class TorchScriptRunTest {
    /** For those that are shown PyTorch. */
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private static String model(String name) {
        return Checkout.path("test-suites/models/src/test/resources/dev/bascule/models/torch/torchscript/" + name)
                .toString();
    }

    private CliHarness.Result run(String... arguments) {
        return run(new LocalServices(Clock.systemUTC(), () -> WARM), arguments);
    }

    private CliHarness.Result run(Services services, String... arguments) {
        List<String> line = new ArrayList<>(
                List.of("run", "--json", "--min-iterations", "5", "--min-duration", "10ms", "--browsers", "none"));
        line.addAll(List.of("--warm-up-limit", "100ms"));
        line.addAll(List.of(arguments));
        return new CliHarness(folder, services).run(line.toArray(String[]::new));
    }

    @ParameterizedTest
    @Tag("pytorch")
    @ValueSource(strings = {"small.pt", "traced.pt"})
    void a_model_runs_right_on_pytorchs_cpu_with_every_operator_on_record(String name) throws Exception {
        CliHarness.Result result = run(
                model(name),
                "--input",
                "image=float32[1,1,28,28]",
                "--input",
                "offset=0.5,1.5,2.5",
                "--backends",
                "cpu");
        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.path("targets").get(0).path("engine").path("name").asText())
                .isEqualTo("pytorch");
        JsonNode cell = document.path("cells").get(0);
        assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("PASS");
        assertThat(cell.path("evidence").path("class").asText()).isEqualTo("PROVEN");
        assertThat(cell.path("evidence").path("nodes").path("cpu").asInt()).isBetween(6, 12);
        assertThat(cell.path("numerics").path("reference").asText()).isEqualTo("PYTORCH_CPU_UNOPTIMISED");
        assertThat(cell.path("numerics").path("elements").asInt())
                .as("three scores and a class")
                .isEqualTo(4);
    }

    @Test
    @Tag("pytorch")
    void a_dictionarys_outputs_are_checked_by_their_own_names() throws Exception {
        CliHarness.Result result = run(model("dict.pt"), "--input", "x=float32[2,3]", "--backends", "cpu");
        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode cell = Json.MAPPER.readTree(result.out()).path("cells").get(0);
        assertThat(cell.path("numerics").path("elements").asInt()).isEqualTo(12);
    }

    @Test
    @Tag("pytorch")
    void an_input_of_a_wrong_shape_fails_in_pytorchs_own_words() throws Exception {
        CliHarness.Result result = run(
                model("small.pt"), "--input", "image=float32[1,2,28,28]", "--input", "offset=0.5", "--backends", "cpu");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).contains("expected input[1, 2, 28, 28] to have 1 channels");
    }

    @Test
    void a_backend_without_pytorch_says_so_and_invents_nothing() throws Exception {
        CliHarness.Result result =
                run(new LocalServices(), model("dict.pt"), "--input", "x=float32[2,3]", "--backends", "openvino");
        JsonNode cell = Json.MAPPER.readTree(result.out()).path("cells").get(0);
        assertThat(cell.path("timing").isNull()).isTrue();
        assertThat(result.out()).contains("nothing on the class path executes torchscript models on openvino");
    }
}
