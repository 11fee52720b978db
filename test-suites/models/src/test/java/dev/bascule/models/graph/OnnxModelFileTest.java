package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.models.zoo.Zoo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxModelFileTest {

    @TempDir
    private Path folder;

    @Test
    void a_model_is_inspected_with_inputs_outputs_operators_and_weights() throws IOException {
        ModelInspection model = OnnxModelFile.open(file(bert())).inspect();

        assertThat(model.artifact().bytes()).isEqualTo(bert().length);
        assertThat(model.artifact().sha256()).matches("[0-9a-f]{64}");
        assertThat(model.header().producer()).isEqualTo("bascule");
        assertThat(model.header().opsets()).containsExactlyEntriesOf(java.util.Map.of("ai.onnx", 17L));
        assertThat(model.inputs())
                .hasToString("[input_ids int64[batch,sequence], attention_mask int64[batch,sequence], "
                        + "token_type_ids int64[batch,sequence]]");
        assertThat(model.outputNames()).containsExactly("last_hidden_state", "pooler_output");
        assertThat(model.operators()).contains(new OperatorUse("ai.onnx", "Softmax", 2));
        assertThat(model.weights().parameters())
                .isEqualTo(Zoo.model("bert-micro").orElseThrow().parameters());
        assertThat(model.indexBounds()).containsEntry("input_ids", 512L).containsEntry("token_type_ids", 2L);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 500, 5_000, 100_000})
    void a_truncated_model_is_reported_with_its_remedy(int kept) throws IOException {
        assertThat(failure(Arrays.copyOf(bert(), kept)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_TRUNCATED))
                .hasMessageContaining("cut short");
    }

    @Test
    void one_missing_byte_is_noticed() throws IOException {
        byte[] whole = bert();
        assertThat(failure(Arrays.copyOf(whole, whole.length - 1)).code()).isEqualTo(ErrorCode.MODEL_TRUNCATED);
    }

    @Test
    @Tag("red-team")
    void a_cut_between_two_fields_is_noticed() throws IOException {
        ModelProto model = ModelProto.parseFrom(bert());
        byte[] withoutOpset = model.toBuilder().clearOpsetImport().build().toByteArray();
        byte[] withoutGraph =
                model.toBuilder().clearOpsetImport().clearGraph().build().toByteArray();

        assertThat(failure(withoutOpset).code()).isEqualTo(ErrorCode.MODEL_TRUNCATED);
        assertThat(failure(withoutGraph).code()).isEqualTo(ErrorCode.MODEL_TRUNCATED);
    }

    @Test
    void what_is_no_onnx_file_is_said_to_be_none() throws IOException {
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        assertThat(failure(noise).code()).isEqualTo(ErrorCode.NOT_ONNX);
        assertThat(failure(text("hello world")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ONNX));
        assertThat(failure(new byte[0])).hasMessageContaining("is empty");
        assertThat(failure(text("<!doctype html><html>"))).hasMessageContaining("web page");
    }

    @Test
    @Tag("sized")
    void no_noise_is_taken_for_a_model() throws IOException {
        Random random = new Random(42);
        for (int trial = 0; trial < TestSize.of(400, 2000); trial++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            assertThat(failure(noise).code()).isIn(ErrorCode.NOT_ONNX, ErrorCode.MODEL_TRUNCATED);
        }
    }

    @Test
    void a_pointer_of_git_lfs_is_told_from_the_file() throws IOException {
        BasculeException e = failure(text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"));
        assertThat(e).hasMessageContaining("Git LFS");
        assertThat(e.failure().remedies()).containsExactly("git lfs pull");
    }

    @Test
    void an_absent_file_is_an_error_of_its_own() {
        assertThatThrownBy(() -> OnnxModelFile.open(folder.resolve("none.onnx")))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND));
    }

    @Test
    void an_initializer_is_no_input_even_where_it_is_listed_as_one() throws IOException {
        ModelProto.Builder model = ModelProto.parseFrom(bert()).toBuilder();
        String weight = model.getGraph().getInitializer(0).getName();
        model.getGraphBuilder()
                .addInput(model.getGraph().getInput(0).toBuilder().setName(weight));

        assertThat(OnnxModelFile.open(file(model.build().toByteArray()))
                        .inspect()
                        .inputs())
                .hasSize(3);
    }

    /** Exporters that know no name write a question mark for each of them. */
    @Test
    void a_dimension_named_with_a_question_mark_has_no_name() throws IOException {
        TensorShapeProto.Dimension mark =
                TensorShapeProto.Dimension.newBuilder().setDimParam("?").build();
        ModelProto model = minimal()
                .setGraph(GraphProto.newBuilder()
                        .addInput(ValueInfoProto.newBuilder()
                                .setName("x")
                                .setType(TypeProto.newBuilder()
                                        .setTensorType(TypeProto.Tensor.newBuilder()
                                                .setElemType(1)
                                                .setShape(TensorShapeProto.newBuilder()
                                                        .addDim(mark)
                                                        .addDim(mark))))))
                .build();
        assertThat(OnnxModelFile.open(file(model.toByteArray())).inspect().inputs())
                .containsExactly(new Port(
                        "x",
                        new ValueType.TensorType(
                                DType.FLOAT32, Optional.of(List.of(new Dim.Unknown(), new Dim.Unknown())))));
    }

    @Test
    void sub_graphs_are_counted() throws IOException {
        GraphProto branch = GraphProto.newBuilder()
                .addNode(NodeProto.newBuilder().setOpType("Relu").addInput("x").addOutput("y"))
                .build();
        ModelProto model = minimal()
                .setGraph(GraphProto.newBuilder()
                        .addNode(NodeProto.newBuilder()
                                .setOpType("If")
                                .addAttribute(ai.onnx.proto.OnnxMl.AttributeProto.newBuilder()
                                        .setName("then_branch")
                                        .setG(branch))))
                .build();

        assertThat(OnnxModelFile.open(file(model.toByteArray())).inspect().operators())
                .containsExactlyInAnyOrder(new OperatorUse("ai.onnx", "If", 1), new OperatorUse("ai.onnx", "Relu", 1));
    }

    @Test
    void external_weights_must_lie_beside_the_model() throws IOException {
        Path model = file(external("weights.bin"));
        ModelInspection inspection = OnnxModelFile.open(model).inspect();
        assertThat(inspection.weights().externalData()).containsExactly(folder.resolve("weights.bin"));

        assertThatThrownBy(() -> ExternalData.requirePresent(inspection))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EXTERNAL_DATA_MISSING))
                .hasMessageContaining("weights.bin");
        Files.write(folder.resolve("weights.bin"), new byte[8]);
        ExternalData.requirePresent(inspection);
    }

    @Test
    @Tag("red-team")
    void external_weights_outside_of_the_folder_are_refused() throws IOException {
        Path model = file(external("../secret.bin"));
        assertThatThrownBy(() -> OnnxModelFile.open(model).inspect()).hasMessageContaining("outside");
    }

    private static byte[] external(String location) {
        TensorProto weight = TensorProto.newBuilder()
                .setName("w")
                .addDims(2)
                .setDataType(1)
                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("location").setValue(location))
                .build();
        return minimal()
                .setGraph(GraphProto.newBuilder().addInitializer(weight))
                .build()
                .toByteArray();
    }

    private static ModelProto.Builder minimal() {
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17));
    }

    private BasculeException failure(byte[] content) throws IOException {
        Path file = file(content);
        try {
            OnnxModelFile.open(file);
        } catch (BasculeException e) {
            assertThat(e.getMessage()).contains(file.toString());
            return e;
        }
        throw new AssertionError("taken for a model: " + Arrays.toString(content));
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("some.onnx"), content);
    }

    private static byte[] bert() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Zoo.model("bert-micro").orElseThrow().writeTo(out);
        return out.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
