package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Protos;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models that parse, and say what cannot be: refused at the door with the place in them, before anything walks them. */
@Tag("attack")
class BadModelFilesTest {
    @TempDir
    Path folder;

    private static GraphProto.Builder graph(NodeProto node, List<?> dims) {
        return GraphProto.newBuilder()
                .setName("g")
                .addNode(node)
                .addInput(Protos.typed("x", DType.FLOAT32, dims))
                .addOutput(Protos.typed("y", DType.FLOAT32, dims));
    }

    private static NodeProto node(String operator, List<String> inputs, List<String> outputs) {
        return Protos.node(operator, "n", inputs, outputs);
    }

    private static final NodeProto ADD = node("Add", List.of("x", "w"), List.of("y"));

    private void refuses(ErrorCode code, ModelProto model, String words) throws IOException {
        refuses(code, model.toByteArray(), words);
    }

    private void refuses(ErrorCode code, byte[] model, String words) throws IOException {
        Path file = Files.write(folder.resolve("model.onnx"), model);
        assertThatThrownBy(() -> OnnxModelFile.open(file).inspect())
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("model.onnx")
                .hasMessageContaining(words);
    }

    private static ModelProto weighing(TensorProto.Builder weight) {
        return Protos.model(17, graph(ADD, List.of(1, 4)).addInitializer(weight.setName("w")));
    }

    private static TensorProto.Builder floats(long... dims) {
        TensorProto.Builder weight = TensorProto.newBuilder().setDataType(DType.FLOAT32.onnx());
        for (long dim : dims) {
            weight.addDims(dim);
        }
        return weight;
    }

    @Test
    void a_weight_whose_sizes_multiply_to_nothing_by_overflow() throws IOException {
        refuses(ErrorCode.NOT_ONNX, weighing(floats(1L << 32, 1L << 32)), "more elements than can be counted");
        refuses(ErrorCode.NOT_ONNX, weighing(floats(1L << 62, 4)), "more elements than can be counted");
    }

    @Test
    void a_weight_of_negative_size_or_of_more_than_its_data() throws IOException {
        refuses(ErrorCode.NOT_ONNX, weighing(floats(-4)), "negative size");
        refuses(ErrorCode.NOT_ONNX, weighing(floats(1000).setRawData(ByteString.copyFrom(new byte[4]))), "wants 4000");
    }

    @Test
    void inputs_and_outputs_declared_beyond_counting() throws IOException {
        NodeProto relu = node("Relu", List.of("x"), List.of("y"));
        refuses(
                ErrorCode.NOT_ONNX,
                Protos.model(17, graph(relu, List.of(1L << 40, 1L << 40))),
                "the value 'x' is declared with the sizes");
    }

    @Test
    void nodes_without_the_inputs_and_outputs_that_their_operators_have() throws IOException {
        refuses(
                ErrorCode.NOT_ONNX,
                Protos.model(17, graph(node("Identity", List.of(), List.of("y")), List.of(1, 4))),
                "has 0 inputs, and takes at least 1");
        refuses(
                ErrorCode.NOT_ONNX,
                Protos.model(17, graph(node("Conv", List.of("x"), List.of("y")), List.of(1, 4))),
                "has 1 inputs, and takes at least 2");
        refuses(
                ErrorCode.NOT_ONNX,
                Protos.model(17, graph(node("Relu", List.of("x"), List.of()), List.of(1, 4))),
                "has no output");
    }

    private static TensorProto.Builder external(String... entries) {
        TensorProto.Builder weight = floats(1000).setDataLocation(TensorProto.DataLocation.EXTERNAL);
        for (int i = 0; i < entries.length; i += 2) {
            weight.addExternalData(
                    StringStringEntryProto.newBuilder().setKey(entries[i]).setValue(entries[i + 1]));
        }
        return weight;
    }

    @Test
    void external_weights_beyond_their_file() throws IOException {
        Files.write(folder.resolve("w.bin"), new byte[4]);
        refuses(
                ErrorCode.EXTERNAL_DATA_MISSING,
                weighing(external("location", "w.bin")),
                "has 4 bytes, and the weight 'w'");
        refuses(
                ErrorCode.EXTERNAL_DATA_MISSING,
                weighing(external("location", "w.bin", "offset", "99999999999999999999")),
                "as its offset");
        refuses(
                ErrorCode.EXTERNAL_DATA_MISSING,
                weighing(external("location", "w.bin", "offset", "-8")),
                "as its offset");
    }

    @Test
    void graphs_in_graphs_without_end() throws IOException {
        byte[] inner = new byte[0];
        for (int depth = 0; depth < 2000; depth++) {
            inner = field(
                    GraphProto.NODE_FIELD_NUMBER,
                    field(NodeProto.ATTRIBUTE_FIELD_NUMBER, field(AttributeProto.G_FIELD_NUMBER, inner)));
        }
        refuses(ErrorCode.NOT_ONNX, field(ModelProto.GRAPH_FIELD_NUMBER, inner), "not an ONNX model");
    }

    private static byte[] field(int number, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeByteArray(number, content);
        out.flush();
        return bytes.toByteArray();
    }

    @Test
    void a_data_set_whose_number_is_no_number_is_none() throws IOException {
        Files.createDirectories(folder.resolve("test_data_set_99999999999999999999"));
        Files.createDirectories(folder.resolve("test_data_set_0"));
        assertThat(TestDataSet.in(folder)).hasSize(1);
    }

    @Test
    void negative_control_a_sound_model_is_read() throws IOException {
        Path file = Files.write(
                folder.resolve("model.onnx"),
                weighing(floats(1, 4).setRawData(ByteString.copyFrom(new byte[16])))
                        .toByteArray());
        assertThat(OnnxModelFile.open(file).inspect().weights().parameters()).isEqualTo(4);
    }
}
