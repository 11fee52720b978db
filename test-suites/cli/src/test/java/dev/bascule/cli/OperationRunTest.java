package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.operator.Operation;
import dev.bascule.studies.hardware.OperationRunner;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One operator taken down real chains: in children, and in the pages of a real browser. */
class OperationRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private JsonNode cell(int exit, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                "run",
                "--json",
                "--min-iterations",
                "3",
                "--min-duration",
                "1ms",
                "--warm-up-limit",
                "1ms",
                "--backends",
                "none"));
        line.addAll(List.of(arguments));
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isEqualTo(exit);
        JsonNode cells = Json.MAPPER.readTree(result.out()).path("cells");
        assertThat(cells).hasSize(1);
        return cells.get(0);
    }

    @Test
    @Tag("native")
    void an_operator_goes_down_a_native_chain_to_the_backend_that_is_there() throws Exception {
        JsonNode cell = cell(0, "op:MatMul", "--browsers", "none", "--chain", "cuda->cpu");
        assertThat(cell.path("verdict").asText()).as(cell.toString()).isIn("FELL_BACK", "PASS");
        assertThat(cell.path("evidence").path("class").asText()).isEqualTo("PROVEN");
        assertThat(cell.path("numerics").path("reference").asText()).isEqualTo("EXPECTED_OUTPUT");
        assertThat(cell.path("numerics").path("ok").asBoolean()).isTrue();
        assertThat(cell.path("model").path("name").asText()).isEqualTo("MatMul-float32-37x65-65x129");
    }

    @Test
    @Tag("native")
    void given_inputs_are_judged_by_plain_loops_over_these_very_inputs() throws Exception {
        JsonNode cell = cell(
                0,
                "op:MatMul:2x2:2x2",
                "--browsers",
                "none",
                "--chain",
                "cpu",
                "--input",
                "a=[[1,2],[3,4]]",
                "--input",
                "b=[[0.5,0],[0,0.25]]");
        assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("PASS");
        assertThat(cell.path("numerics").path("reference").asText()).isEqualTo("EXPECTED_OUTPUT");
        assertThat(cell.path("numerics").path("maxAbs").asDouble()).isZero();
    }

    @Test
    @Tag("native")
    void the_java_door_executes_an_operation_and_keeps_every_rung() {
        CaseRun run = new OperationRunner(
                        new LocalServices(Clock.systemUTC(), () -> WARM).runs(),
                        MachineLock.none(),
                        BrowserSetup.of(new BrowserChoice.None()))
                .execute(
                        "op-1",
                        Operation.parse("op:Softmax:float32:4x33"),
                        Map.of(),
                        Chain.of(Backends.TENSORRT, Backends.NATIVE_CPU),
                        42,
                        RunListener.silent());
        assertThat(run.verdict()).isIn(Verdict.FELL_BACK, Verdict.PASS);
        assertThat(run.decisive().evidence().proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(run.decisive().numerics().orElseThrow().ok()).isTrue();
        assertThat(run.attempts().get(0).target().backend()).isEqualTo(Backends.TENSORRT);
    }

    /** In {@code mvn verify} the models of {@link MainJobTest} go down it. */
    @Tag("full")
    @Test
    @Tag("browser")
    void an_operator_goes_down_a_browsers_chain_like_any_model() throws Exception {
        JsonNode cell = cell(0, "op:Softmax:8x33", "--chain", "webnn->wasm");
        assertThat(cell.path("verdict").asText()).as(cell.toString()).isIn("PASS", "FELL_BACK", "PARTIAL");
        assertThat(cell.path("attempts").size()).isBetween(1, 2);
        assertThat(cell.path("numerics").path("ok").asBoolean()).isTrue();
        assertThat(cell.path("reproduce").asText()).contains("op:Softmax:8x33");
    }
}
