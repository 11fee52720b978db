package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.decode.TinyDecoder;
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

/** A tiny decoder through the command line, in a real browser and natively. */
@Tag("browser")
@Tag("native")
class RealDecodeTest {
    private static final int LOGITS = 4 * TinyDecoder.VOCABULARY;
    private static final int CACHES = 2 * 4 * 2 * TinyDecoder.CONTEXT * 4;

    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness.Result run(TinyDecoder.Fault fault, String... arguments) throws IOException {
        Files.write(folder.resolve("tiny.onnx"), TinyDecoder.bytes(fault));
        List<String> line =
                new ArrayList<>(List.of("decode", folder.resolve("tiny.onnx").toString()));
        line.addAll(List.of("--prompt", "5", "--generate", "8", "--rounds", "2", "--json"));
        line.addAll(List.of(arguments));
        return new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(line.toArray(String[]::new));
    }

    private static void isTimed(JsonNode target, int bytes) {
        assertThat(target.path("judgement").path("agreement").asDouble())
                .as(target.toString())
                .isEqualTo(1);
        assertThat(target.path("judgement").path("furthestDeviations").asDouble())
                .isLessThan(1e-4);
        assertThat(target.path("decode").path("tokensPerSecond").asDouble()).isPositive();
        assertThat(target.path("decode").path("rounds")).hasSize(2);
        assertThat(target.path("prompts").get(0).path("timeToFirstTokenMs").asDouble())
                .isPositive();
        assertThat(target.path("caches").path("readBackBytesPerToken").asDouble())
                .isEqualTo(bytes);
    }

    @Test
    void a_browser_and_native_cpu_are_right_at_each_position() throws IOException {
        CliHarness.Result result = run(TinyDecoder.Fault.NONE, "--backends", "wasm,cpu");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.DECODE.validate(document);
        assertThat(document.path("targets")).hasSize(2);
        isTimed(document.path("targets").get(0), LOGITS + CACHES);
        isTimed(document.path("targets").get(1), LOGITS);
    }

    @Test
    @Tag("full")
    void an_encoder_and_its_decoder_are_right_in_a_browser_and_natively() throws IOException {
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(
                        "decode",
                        "whisper-micro",
                        "--prompt",
                        "4",
                        "--generate",
                        "6",
                        "--rounds",
                        "2",
                        "--backends",
                        "wasm,cpu",
                        "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.DECODE.validate(document);
        assertThat(document.path("source").asText()).isEqualTo("a sample sound");
        assertThat(document.path("targets")).hasSize(2).allSatisfy(target -> {
            assertThat(target.path("verdict").asText()).isEqualTo("PASS");
            assertThat(target.at("/encoder/furthestDeviations").asDouble()).isLessThan(1e-4);
            assertThat(target.at("/encoder/warmMs")).hasSize(5);
            assertThat(target.at("/written/ending").asText()).isEqualTo("same");
            assertThat(target.at("/decode/tokensPerSecond").asDouble()).isPositive();
        });
    }

    @Test
    @Tag("full")
    void a_chat_is_answered_by_each_target() throws IOException {
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run("decode", "smollm2-micro", "--chat", "Hi", "--generate", "5", "--backends", "cpu");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("prompt: <|im_start|>user").containsSubsequence("written: ", "[1] ");
        assertThat(new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                        .run("decode", "smollm2-micro", "--source", "Hi", "--backends", "cpu")
                        .err())
                .contains("has no encoder that would hear or read anything");
    }

    @Test
    @Tag("full")
    void caches_in_buffers_of_webgpu_are_seen_there_and_are_not_read_back() throws IOException {
        CliHarness.Result result = run(TinyDecoder.Fault.NONE, "--backends", "webgpu", "--kv", "gpu-buffer");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode target = Json.MAPPER.readTree(result.out()).path("targets").get(0);
        isTimed(target, LOGITS);
        assertThat(target.path("caches").path("locations").toString()).isEqualTo("[\"gpu-buffer\"]");
    }

    @Test
    @Tag("full")
    void caches_in_tensors_of_webnn_are_seen_there_and_are_not_read_back() throws IOException {
        CliHarness.Result result = run(TinyDecoder.Fault.NONE, "--backends", "webnn", "--kv", "ml-tensor");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode target = Json.MAPPER.readTree(result.out()).path("targets").get(0);
        isTimed(target, LOGITS);
        assertThat(target.path("caches").path("locations").toString()).isEqualTo("[\"ml-tensor\"]");
    }
}
