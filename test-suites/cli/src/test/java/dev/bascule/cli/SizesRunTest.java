package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Models that demand sizes which nobody says, on the real native CPU. */
@Tag("native")
class SizesRunTest {
    /** Whose models all have one case id, so what one run tried must be nothing to the next. */
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness.Result run(ModelProto model, String... more) throws Exception {
        Path file = Files.write(folder.resolve("sized.onnx"), model.toByteArray());
        List<String> line = new ArrayList<>(List.of(
                "run",
                file.toString(),
                "--json",
                "--browsers",
                "none",
                "--backends",
                "cpu",
                "--min-iterations",
                "3",
                "--min-duration",
                "1ms",
                "--warm-up-limit",
                "1ms"));
        line.addAll(List.of(more));
        return new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(line.toArray(String[]::new));
    }

    private static JsonNode only(CliHarness.Result result) throws Exception {
        JsonNode cells = Json.MAPPER.readTree(result.out()).path("cells");
        assertThat(cells).as(result.err()).hasSize(1);
        return cells.get(0);
    }

    @Test
    void a_height_that_the_graph_demands_is_solved_and_stands_in_the_id_and_in_the_line_that_repeats_it()
            throws Exception {
        JsonNode cell = only(run(squeezed()));

        assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("PASS");
        assertThat(cell.path("caseId").asText()).endsWith(";batch=1,dim.height=48,dim.width=224");
        assertThat(cell.path("reproduce").asText()).contains("--dim height=48 --dim width=224");
        JsonNode height = cell.path("inputs").path("dims").get(1);
        assertThat(height.path("origin").asText()).isEqualTo("solved");
        assertThat(height.path("note").asText()).startsWith("224 contradicts the graph, Squeeze: axis 2 is 177");
        assertThat(cell.path("inputs").path("dims").get(2).path("origin").asText())
                .isEqualTo("chosen");
        assertThat(cell.path("plan").path("minIterations").asInt()).isEqualTo(3);
    }

    @Test
    void a_height_that_only_running_tells_is_tried_and_said_to_be() throws Exception {
        JsonNode cell = only(run(multiplied(48)));

        assertThat(cell.path("verdict").asText()).as(cell.toString()).isEqualTo("PASS");
        JsonNode height = cell.path("inputs").path("dims").get(1);
        assertThat(height.path("size").asInt()).isEqualTo(48);
        assertThat(height.path("origin").asText()).isEqualTo("tried");
        assertThat(height.path("note").asText()).isEqualTo("48 was found by trying, 224 does not run");
    }

    @Test
    void where_no_usual_size_fits_nobody_failed_and_the_option_is_named() throws Exception {
        CliHarness.Result result = run(multiplied(47));
        JsonNode cell = only(result);

        assertThat(cell.path("verdict").asText()).isEqualTo("SKIPPED");
        JsonNode error = cell.path("attempts").get(0).path("error");
        assertThat(error.path("code").asText()).isEqualTo("INPUT_MISMATCH");
        assertThat(error.path("message").asText()).startsWith("nobody said how large height, width is");
        assertThat(error.path("remedies").get(0).asText()).contains("--dim 'height=N'");
        assertThat(result.exit()).as("nothing ran").isNotZero();
        JsonNode said = only(run(multiplied(47), "--dim", "height=47"));
        assertThat(said.path("verdict").asText()).isEqualTo("PASS");
        assertThat(said.path("inputs").path("dims").get(1).path("origin").asText())
                .isEqualTo("given");
    }

    private static ValueInfoProto port(String name, Object... dims) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        for (Object dim : dims) {
            shape.addDim(
                    dim instanceof Integer size
                            ? TensorShapeProto.Dimension.newBuilder().setDimValue(size)
                            : TensorShapeProto.Dimension.newBuilder().setDimParam(dim.toString()));
        }
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(TensorProto.DataType.FLOAT_VALUE)
                                .setShape(shape)))
                .build();
    }

    private static ModelProto model(GraphProto.Builder graph) {
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                .setGraph(graph.setName("sized").addInput(port("x", "batch", 3, "height", "width")))
                .build();
    }

    /** The mean of 48 rows, of which one has to be left. */
    private static ModelProto squeezed() {
        return model(GraphProto.newBuilder()
                .addInitializer(TensorProto.newBuilder()
                        .setName("axes")
                        .setDataType(TensorProto.DataType.INT64_VALUE)
                        .addDims(1)
                        .addInt64Data(2))
                .addNode(NodeProto.newBuilder()
                        .setOpType("AveragePool")
                        .addInput("x")
                        .addOutput("row")
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("kernel_shape")
                                .setType(AttributeProto.AttributeType.INTS)
                                .addInts(48)
                                .addInts(1)))
                .addNode(NodeProto.newBuilder()
                        .setOpType("Squeeze")
                        .addInput("row")
                        .addInput("axes")
                        .addOutput("y"))
                .addOutput(port("y", "batch", 3, "columns")));
    }

    /** A product over the rows by an operator whose shapes are not inferred. */
    private static ModelProto multiplied(int rows) {
        TensorProto.Builder weights = TensorProto.newBuilder()
                .setName("w")
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .addDims(rows)
                .addDims(2);
        for (int i = 0; i < 2 * rows; i++) {
            weights.addFloatData(0.01f * i);
        }
        return model(GraphProto.newBuilder()
                .addInitializer(weights)
                .addNode(NodeProto.newBuilder()
                        .setOpType("Einsum")
                        .addInput("x")
                        .addInput("w")
                        .addOutput("y")
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("equation")
                                .setType(AttributeProto.AttributeType.STRING)
                                .setS(ByteString.copyFromUtf8("bchw,hk->bckw"))))
                .addOutput(port("y", "batch", 3, 2, "width")));
    }
}
