package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Models and data sets that are made so that nothing, or not everything, can be judged, run by the real native CPU. */
@Tag("native")
@Tag("red-team")
class CraftedModelsRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final Shape FOUR = Shape.of(4);
    private static final Tensor X = Tensor.floats(FOUR, 1, -2, 3, -4);

    @TempDir
    Path folder;

    private static GraphProto.Builder graph(Tensor output) {
        return GraphProto.newBuilder()
                .setName("crafted")
                .addInput(Protos.typed("x", X))
                .addOutput(Protos.typed("y", output));
    }

    private static GraphProto.Builder node(
            GraphProto.Builder graph, String operator, List<String> inputs, String output, AttributeProto... more) {
        return graph.addNode(Protos.node(operator, "n" + graph.getNodeCount(), inputs, List.of(output), more));
    }

    private String model(String name, GraphProto.Builder graph) throws IOException {
        ModelProto model = Protos.model(13, graph);
        Path own = Files.createDirectories(folder.resolve(name));
        Files.write(own.resolve("model.onnx"), model.toByteArray());
        return own.toString();
    }

    private void set(String model, int number, Tensor input, Tensor... outputs) throws IOException {
        Path set = Files.createDirectories(folder.resolve(model).resolve("test_data_set_" + number));
        Files.write(set.resolve("input_0.pb"), Protos.tensor("x", input).toByteArray());
        for (int i = 0; i < outputs.length; i++) {
            Files.write(
                    set.resolve("output_" + i + ".pb"),
                    Protos.tensor("y" + i, outputs[i]).toByteArray());
        }
    }

    /** Each model's cell, by the name of its folder. */
    private Map<String, JsonNode> cells(int exit, String... models) throws Exception {
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
                "cpu"));
        line.addAll(List.of("--browsers", "none"));
        line.addAll(List.of(models));
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isEqualTo(exit);
        Map<String, JsonNode> cells = new TreeMap<>();
        Json.MAPPER
                .readTree(result.out())
                .path("cells")
                .forEach(cell -> cells.put(cell.path("model").path("name").asText(), cell));
        assertThat(cells).hasSize(models.length);
        return cells;
    }

    private static void isNotJudged(JsonNode cell, String code) {
        JsonNode attempt = cell.path("attempts").get(0);
        assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("SKIPPED");
        assertThat(attempt.path("outcome").asText()).isEqualTo("NOT_JUDGED");
        assertThat(attempt.path("error").path("code").asText()).isEqualTo(code);
        assertThat(cell.path("timing").isNull()).isTrue();
        assertThat(cell.path("score").isNull()).isTrue();
    }

    @Test
    void models_that_show_nothing_pass_nowhere_fail_nowhere_and_have_no_time() throws Exception {
        String honest = model("honest", node(graph(X), "Abs", List.of("x"), "y"));
        String random = model("random", node(graph(X), "RandomNormalLike", List.of("x"), "y"));
        String nan = model(
                "nan",
                node(
                        node(node(graph(X), "Abs", List.of("x"), "a"), "Neg", List.of("a"), "b"),
                        "Log",
                        List.of("b"),
                        "y"));
        String dead = model(
                "dead",
                node(
                        node(node(graph(X), "Abs", List.of("x"), "a"), "Neg", List.of("a"), "b"),
                        "Relu",
                        List.of("b"),
                        "y"));
        String folded =
                model("folded", node(graph(X).addInitializer(Protos.tensor("c", X)), "Add", List.of("c", "c"), "y"));
        Tensor words = Tensor.strings(Shape.of(2), List.of("a", "b"));
        String locale = model(
                "locale",
                node(
                        GraphProto.newBuilder()
                                .setName("crafted")
                                .addInput(Protos.typed("x", words))
                                .addOutput(Protos.typed("y", DType.STRING, List.of(2))),
                        "StringNormalizer",
                        List.of("x"),
                        "y",
                        text("case_change_action", "UPPER"),
                        text("locale", "xx_NO.SUCH")));

        Map<String, JsonNode> cells = cells(0, honest, random, nan, dead, folded, locale);

        assertThat(cells.get("honest").path("verdict").asText()).isEqualTo("PASS");
        assertThat(cells.get("honest").path("numerics").path("checked").toString())
                .isEqualTo("{\"values\":4,\"outputs\":1,\"inputs\":1,\"steps\":1,\"dataSets\":0,\"notJudged\":[]}");
        isNotJudged(cells.get("random"), "OUTPUTS_NOT_JUDGEABLE");
        isNotJudged(cells.get("nan"), "OUTPUTS_NOT_JUDGEABLE");
        isNotJudged(cells.get("dead"), "OUTPUTS_NOT_JUDGEABLE");
        isNotJudged(cells.get("folded"), "NOTHING_LEFT_TO_RUN");
        isNotJudged(cells.get("locale"), "REFERENCE_UNAVAILABLE");
    }

    private static AttributeProto text(String name, String value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.STRING)
                .setS(com.google.protobuf.ByteString.copyFromUtf8(value))
                .build();
    }

    @Test
    void every_data_set_and_every_output_is_judged_not_the_first_alone() throws Exception {
        Tensor other = Tensor.floats(FOUR, -5, 6, -7, 8);
        Tensor abs = Tensor.floats(FOUR, 1, 2, 3, 4);
        Tensor otherAbs = Tensor.floats(FOUR, 5, 6, 7, 8);
        String right = model("right", node(graph(X), "Abs", List.of("x"), "y"));
        set("right", 0, X, abs);
        set("right", 1, other, otherAbs);
        set("right", 2, X, abs);
        String wrong = model("wrong", node(graph(X), "Abs", List.of("x"), "y"));
        set("wrong", 0, X, abs);
        set("wrong", 1, other, Tensor.floats(FOUR, 5, 6, 7, 9));
        String partly = model(
                "partly",
                node(node(graph(X), "Abs", List.of("x"), "y"), "Neg", List.of("x"), "z")
                        .addOutput(Protos.typed("z", X)));
        set("partly", 0, X, abs);

        Map<String, JsonNode> cells = cells(1, right, wrong, partly);

        JsonNode checked = cells.get("right").path("numerics").path("checked");
        assertThat(cells.get("right").path("verdict").asText())
                .as(cells.get("right").path("attempts").toString())
                .isEqualTo("PASS");
        assertThat(checked.path("dataSets").asInt()).isEqualTo(3);
        assertThat(checked.path("inputs").asInt())
                .as("the third is the first again")
                .isEqualTo(2);
        assertThat(checked.path("values").asInt()).isEqualTo(12);
        assertThat(cells.get("wrong").path("verdict").asText()).isEqualTo("WRONG");
        assertThat(cells.get("partly").path("verdict").asText()).isEqualTo("PASS");
        assertThat(cells.get("partly")
                        .path("numerics")
                        .path("checked")
                        .path("outputs")
                        .asInt())
                .isEqualTo(2);
        assertThat(cells.get("partly").path("evidence").toString()).contains("it has no 'z': the native CPU says");
    }

    /** Engines may have planned for the first one's shapes: the second set has a session of its own, in the same process. */
    @Test
    void a_data_set_of_another_shape_is_judged_in_a_session_of_its_own() throws Exception {
        String right = anyLength("right");
        set("right", 0, X, Tensor.floats(FOUR, 1, 2, 3, 4));
        set("right", 1, Tensor.floats(Shape.of(2), -5, 6), Tensor.floats(Shape.of(2), 5, 6));
        String wrong = anyLength("wrong");
        set("wrong", 0, X, Tensor.floats(FOUR, 1, 2, 3, 4));
        set("wrong", 1, Tensor.floats(Shape.of(2), -5, 6), Tensor.floats(Shape.of(2), 5, 7));

        Map<String, JsonNode> cells = cells(1, right, wrong);

        JsonNode judged = cells.get("right");
        assertThat(judged.path("verdict").asText())
                .as(judged.path("attempts").toString())
                .isEqualTo("PASS");
        assertThat(judged.path("numerics").path("checked").path("dataSets").asInt())
                .isEqualTo(2);
        assertThat(cells.get("wrong").path("verdict").asText()).isEqualTo("WRONG");
    }

    private String anyLength(String name) throws IOException {
        return model(
                name,
                node(
                        GraphProto.newBuilder()
                                .setName("crafted")
                                .addInput(Protos.typed("x", DType.FLOAT32, List.of("length")))
                                .addOutput(Protos.typed("y", DType.FLOAT32, List.of("length"))),
                        "Abs",
                        List.of("x"),
                        "y"));
    }
}
