package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifyCommandTest {
    @TempDir
    Path folder;

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    /** Two numbers, added; nothing tells what for. */
    private Path sum(String input) throws IOException {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("sum")
                .addInput(Protos.typed(input, DType.FLOAT32, List.of(1, 3, 8, 8)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, 3, 8, 8)))
                .addNode(Protos.node("Add", "add", List.of(input, input), List.of("y")));
        return Files.write(
                folder.resolve(input + ".onnx"), Protos.model(17, graph).toByteArray());
    }

    @Test
    void models_are_in_one_table_with_evidence_below_and_on_what_the_probability_rests() {
        CliHarness.Result result = run("classify", "resnet-micro", "bert-micro");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("MODEL ")
                .containsPattern(
                        "resnet-micro +vision 0\\.\\d\\d +resnet 0\\.\\d\\d +image-classification 0\\.\\d\\d +micro")
                .containsPattern(
                        "bert-micro +embedding 0\\.\\d\\d +text-encoder 0\\.\\d\\d +feature-extraction 0\\.\\d\\d")
                .contains("2 attention blocks (MatMul, Softmax, MatMul)")
                .contains("8 residual blocks")
                .containsPattern("= right for \\d+ of \\d+ unseen networks \\(\\d+ models\\)");
    }

    @Test
    void the_document_is_of_its_schema_and_what_is_unknown_has_a_reason_and_no_probability() throws IOException {
        CliHarness.Result result = run("classify", "mobilenet-micro", sum("x").toString(), "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.CLASSIFY.validate(document);
        JsonNode known = document.path("models").path(0);
        assertThat(known.path("architecture").path("value").asText()).isEqualTo("depthwise-cnn");
        assertThat(known.path("architecture").path("predictedProbability").asDouble())
                .isBetween(0.5, 0.999);
        JsonNode unknown = document.path("models").path(1);
        assertThat(unknown.path("architecture").path("value").isNull()).isTrue();
        assertThat(unknown.path("architecture").path("predictedProbability").isNull())
                .isTrue();
        assertThat(unknown.path("architecture").path("reason").asText()).contains("1 Add");
        assertThat(unknown.path("network").isNull()).isTrue();
    }

    @Test
    void a_name_is_asked_last_has_no_probability_and_can_be_ignored() throws IOException {
        String model = sum("pixel_values").toString();

        assertThat(run("classify", model).out())
                .containsPattern("pixel_values +vision +unknown")
                .contains("names alone say so");
        assertThat(run("classify", model, "--ignore-names").out()).containsPattern("pixel_values +unknown +unknown");
    }

    /** It may have heard what it writes of, and its inputs' names are those of what reads. */
    @Test
    void where_the_graph_speaks_for_two_answers_a_name_settles_nothing() {
        assertThat(run("classify", "whisper-decoder-micro").out())
                .containsPattern("whisper-decoder-micro +unknown +cross-decoder 0\\.\\d\\d +unknown")
                .contains("the evidence is thin: text-generation");
    }

    @Test
    void a_config_beside_the_model_is_told_apart_from_the_graph() throws IOException {
        String model = sum("x").toString();
        Files.writeString(folder.resolve("config.json"), "{\"model_type\":\"swin\"}");

        assertThat(run("classify", model).out()).contains("swin").contains("config.json: model_type swin");
        assertThat(run("classify", model, "--ignore-names").out()).doesNotContain("swin");
    }

    @Test
    void no_model_is_a_usage_error_and_one_that_there_is_not_is_invalid_input() {
        assertThat(run("classify").exit()).isEqualTo(ExitCode.USAGE.status());
        assertThat(run("classify", "no-such-model").exit()).isEqualTo(ExitCode.INVALID_INPUT.status());
    }
}
