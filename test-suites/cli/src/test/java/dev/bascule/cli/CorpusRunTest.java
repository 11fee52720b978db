package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Real published models through the command line, in a real browser and natively. */
@Tag("browser")
@Tag("native")
@Tag("corpus")
@Tag("full")
class CorpusRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final Path MODELS = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"))
            .resolve("models");

    @TempDir
    Path folder;

    private JsonNode run(int exit, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(
                List.of("run", "--json", "--min-iterations", "5", "--min-duration", "10ms", "--strict"));
        line.addAll(List.of("--warm-up-limit", "100ms"));
        line.addAll(List.of(arguments));
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isEqualTo(exit);
        return Json.MAPPER.readTree(result.out()).path("cells");
    }

    private static void isChallenged(JsonNode cell) {
        JsonNode challenges = cell.path("numerics").path("challenges");
        assertThat(challenges.path("given").asInt())
                .as(cell.path("evidence").toString())
                .isPositive();
        assertThat(challenges.path("right")).isEqualTo(challenges.path("given"));
    }

    @Test
    void the_face_detector_is_right_on_webnn_and_wasm_and_webnn_tells_its_partitions() throws IOException {
        JsonNode cells =
                run(0, MODELS.resolve("ultraface/version-RFB-320.onnx").toString(), "--backends", "webnn,wasm,cpu");
        assertThat(cells).hasSize(3);
        for (JsonNode cell : cells) {
            assertThat(cell.path("numerics").path("ok").asBoolean())
                    .as(cell.toString())
                    .isTrue();
            isChallenged(cell);
        }
        JsonNode webnn = cells.get(0);
        assertThat(webnn.path("verdict").asText()).isEqualTo("PARTIAL");
        assertThat(webnn.path("evidence").path("partitions").asInt()).isEqualTo(3);
        assertThat(webnn.path("evidence").path("nodes").path("webnn").asInt()).isEqualTo(121);
        assertThat(webnn.path("evidence").path("nodes").path("wasm").asInt()).isEqualTo(4);
    }

    @Test
    void the_speech_detector_hears_a_recording_frame_by_frame_with_its_state_carried() throws IOException {
        JsonNode cells = run(
                0,
                MODELS.resolve("silero-vad/silero_vad_16k_op15.onnx").toString(),
                "--input",
                "input=" + MODELS.resolve("silero-vad/test.wav"),
                "--frame",
                "input=512:64",
                "--input",
                "sr=16000",
                "--carry",
                "state=stateN",
                "--backends",
                "wasm,cpu");
        assertThat(cells).hasSize(2);
        for (JsonNode cell : cells) {
            assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("PASS");
            assertThat(cell.path("numerics").path("ok").asBoolean()).isTrue();
            isChallenged(cell);
        }
    }

    @Test
    void published_expected_outputs_are_the_reference_where_there_are_any() throws IOException {
        JsonNode cells = run(0, MODELS.resolve("mnist").toString(), "--backends", "wasm,cpu");
        assertThat(cells.get(0).path("numerics").path("reference").asText()).isEqualTo("EXPECTED_OUTPUT");
        isChallenged(cells.get(0));
    }

    @Test
    @Tag("red-team")
    void a_corrupted_expected_output_comes_out_wrong() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("mnist/test_data_set_0"));
        Files.copy(MODELS.resolve("mnist/model.onnx"), copy.resolveSibling("model.onnx"));
        Files.copy(MODELS.resolve("mnist/test_data_set_0/input_0.pb"), copy.resolve("input_0.pb"));
        byte[] expected = Files.readAllBytes(MODELS.resolve("mnist/test_data_set_0/output_0.pb"));
        // The exponent of the last float: the value changes by many powers of two.
        expected[expected.length - 1] ^= 0x20;
        Files.write(copy.resolve("output_0.pb"), expected);
        JsonNode cells = run(1, copy.resolveSibling("").toString(), "--backends", "wasm,cpu");
        for (JsonNode cell : cells) {
            assertThat(cell.path("verdict").asText()).isEqualTo("WRONG");
            assertThat(cell.path("attempts").get(0).path("error").path("code").asText())
                    .isEqualTo("NUMERICS_WRONG");
        }
    }
}
