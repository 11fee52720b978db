package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models that are not what their hash or their tensors say: weights from elsewhere, and weights given twice. */
@Tag("red-team")
class TwoWeightsTest {
    @TempDir
    private Path folder;

    private static TensorProto.Builder weight() {
        return TensorProto.newBuilder().setName("w").addDims(2).setDataType(1);
    }

    private static byte[] raw(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }

    private static TensorProto both() {
        return weight().setRawData(ByteString.copyFrom(raw(1, 2)))
                .addFloatData(3)
                .addFloatData(4)
                .build();
    }

    private static TensorProto external(String file) {
        return weight().setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("location").setValue(file))
                .build();
    }

    private Path model(TensorProto... weights) throws IOException {
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(GraphProto.newBuilder()
                        .addAllInitializer(List.of(weights))
                        .addNode(NodeProto.newBuilder()
                                .setOpType("Identity")
                                .addInput("w")
                                .addOutput("y")))
                .build();
        return Files.write(folder.resolve("model.onnx"), model.toByteArray());
    }

    private ResolvedModel resolved(Path model) {
        return new ModelResolver(new CacheFolder(folder.resolve("cache")), HubSettings.of(Map.of()))
                .resolve(model.toString(), folder);
    }

    @Test
    void the_same_graph_with_other_external_weights_is_another_model() throws IOException {
        Path model = model(external("w.bin"));
        Files.write(folder.resolve("w.bin"), raw(1, 2));
        ResolvedModel one = resolved(model);
        Files.write(folder.resolve("w.bin"), raw(1, 3));
        ResolvedModel other = resolved(model);
        assertThat(other.info().sha256()).isNotEqualTo(one.info().sha256());
        assertThat(other.artifact().sha256())
                .as("what the file is served by")
                .isEqualTo(one.artifact().sha256())
                .isEqualTo(Sha256.of(model));
    }

    @Test
    void honest_twin_equal_weights_anywhere_are_the_same_model_and_a_whole_file_is_known_by_its_own_hash()
            throws IOException {
        Path model = model(external("w.bin"));
        Files.write(folder.resolve("w.bin"), raw(1, 2));
        String here = resolved(model).info().sha256();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.copy(folder.resolve("w.bin"), elsewhere.resolve("w.bin"));
        Path moved = Files.copy(model, elsewhere.resolve("other-name.onnx"));
        assertThat(resolved(moved).info().sha256()).isEqualTo(here).matches("[0-9a-f]{64}");

        Path whole = model(weight().addFloatData(1).addFloatData(2).build());
        assertThat(resolved(whole).info().sha256()).isEqualTo(Sha256.of(whole));
    }

    @Test
    void weights_that_changed_places_between_two_files_are_another_model() throws IOException {
        Path model = model(external("a.bin"), external("b.bin"));
        Files.write(folder.resolve("a.bin"), raw(1, 2));
        Files.write(folder.resolve("b.bin"), raw(3, 4));
        String one = resolved(model).info().sha256();
        Files.write(folder.resolve("a.bin"), raw(3, 4));
        Files.write(folder.resolve("b.bin"), raw(1, 2));
        assertThat(resolved(model).info().sha256()).isNotEqualTo(one);
    }

    @Test
    void a_data_set_that_gives_its_values_twice_is_refused() throws IOException {
        Path file = Files.write(folder.resolve("output_0.pb"), both().toByteArray());
        assertThatThrownBy(() -> TensorProtos.read(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining("float_data and raw_data");
        Tensor honest = TensorProtos.decode(
                weight().setRawData(ByteString.copyFrom(raw(1, 2))).build());
        assertThat(honest).isEqualTo(Tensor.floats(Shape.of(2), 1, 2));
    }

    @Test
    void a_model_whose_weight_is_given_twice_is_refused() throws IOException {
        refused(model(both()), "float_data and raw_data");
        refused(
                model(external("w.bin").toBuilder()
                        .addFloatData(1)
                        .addFloatData(2)
                        .build()),
                "float_data and in another file");
    }

    @Test
    void a_model_whose_weight_has_another_length_than_its_shape_is_refused() throws IOException {
        refused(model(weight().setRawData(ByteString.copyFrom(raw(1))).build()), "wants 8 bytes in raw_data");
        refused(model(weight().addFloatData(1).build()), "wants 2 elements in float_data");
        refused(model(weight().addInt64Data(1).addInt64Data(2).build()), "in float_data, and there are 0");
    }

    @Test
    void a_constant_that_is_given_twice_is_refused() throws IOException {
        ModelProto model = ModelProto.newBuilder()
                .setGraph(GraphProto.newBuilder()
                        .addNode(NodeProto.newBuilder()
                                .setOpType("ConstantOfShape")
                                .addAttribute(ai.onnx.proto.OnnxMl.AttributeProto.newBuilder()
                                        .setName("value")
                                        .setT(both()))))
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setIrVersion(8)
                .build();
        refused(Files.write(folder.resolve("model.onnx"), model.toByteArray()), "float_data and raw_data");
    }

    @Test
    @Tag("corpus")
    void honest_twin_each_model_of_the_corpora_gives_its_weights_once() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Corpora.path("models").getParent())) {
            files = all.filter(file -> file.toString().endsWith(".onnx")).toList();
        }
        assertThat(files)
                .isNotEmpty()
                .allSatisfy(file -> OnnxModelFile.open(file).inspect());
    }

    private static void refused(Path model, String why) {
        assertThatThrownBy(() -> OnnxModelFile.open(model).inspect())
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ONNX))
                .hasMessageContaining(why);
    }
}
