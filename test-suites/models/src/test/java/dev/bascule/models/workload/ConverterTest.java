package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models in other precisions, run by the engine and held against the model that they were made of. */
@Tag("native")
class ConverterTest {
    @TempDir
    private Path folder;

    private Map<String, Tensor> run(ModelProto model, Map<String, Tensor> inputs) throws Exception {
        Path file = Files.write(folder.resolve("converted-" + System.nanoTime() + ".onnx"), model.toByteArray());
        try (Ort ort = new Ort(file)) {
            return ort.run(inputs);
        }
    }

    private static Outputs outputs(Map<String, Tensor> tensors) {
        List<Outputs.Output> all = new ArrayList<>();
        tensors.forEach((name, tensor) -> all.add(new Outputs.Output(name, 0, 0, tensor)));
        return new Outputs(all);
    }

    private Accuracy accuracy(OnnxModelFile file, Conversion conversion) throws Exception {
        assertThat(conversion).isInstanceOf(Conversion.Converted.class);
        Map<String, Tensor> inputs = ZooCases.inputs(file, 2);
        return Accuracy.of(
                outputs(run(((Conversion.Converted) conversion).model(), inputs)), List.of(run(file.proto(), inputs)));
    }

    /** Every sixth, and all where there is time. */
    static Stream<ZooModel> models() {
        List<ZooModel> all = Zoo.models().stream()
                .filter(model -> model.id().endsWith("-micro"))
                .toList();
        int step = TestSize.of(6, 1);
        return IntStream.range(0, (all.size() + step - 1) / step).mapToObj(i -> all.get(i * step));
    }

    @ParameterizedTest
    @Tag("sized")
    @MethodSource("models")
    void a_float16_model_loads_and_is_as_right_as_float16_can_be(ZooModel model) throws Exception {
        OnnxModelFile file = ZooCases.open(folder, model);
        Conversion conversion = Float16Converter.convert(file.proto());
        Accuracy accuracy = accuracy(file, conversion);

        assertThat(accuracy.sound()).isTrue();
        assertThat(accuracy.error()).as("%s", accuracy).isBetween(1e-7, 0.02);
        ModelProto half = ((Conversion.Converted) conversion).model();
        assertThat(half.getGraph().getInputList())
                .isEqualTo(file.proto().getGraph().getInputList());
        assertThat(half.getGraph().getOutputList())
                .isEqualTo(file.proto().getGraph().getOutputList());
        assertThat(half.toByteArray().length).isLessThan((int) (0.75 * file.bytes()));
    }

    @Test
    void an_8_bit_model_of_nodes_without_names_loads_and_names_each_of_its_own_but_once() throws Exception {
        OnnxModelFile file = ZooCases.open(folder, Zoo.model("resnet-micro").orElseThrow());
        ModelProto.Builder unnamed = file.proto().toBuilder();
        unnamed.getGraphBuilder().getNodeBuilderList().forEach(NodeProto.Builder::clearName);
        Conversion conversion = Int8Converter.convert(unnamed.build());

        assertThat(accuracy(file, conversion).cosine()).isGreaterThan(0.8);
        assertThat(((Conversion.Converted) conversion)
                        .model().getGraph().getNodeList().stream()
                                .map(NodeProto::getName)
                                .filter(name -> !name.isEmpty()))
                .hasSizeGreaterThan(8)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @Tag("sized")
    @MethodSource("models")
    void an_8_bit_model_loads_and_resembles_the_first(ZooModel model) throws Exception {
        OnnxModelFile file = ZooCases.open(folder, model);
        Conversion conversion = Int8Converter.convert(file.proto());
        Accuracy accuracy = accuracy(file, conversion);

        assertThat(accuracy.sound()).isTrue();
        assertThat(accuracy.cosine()).as("%s", accuracy).isGreaterThan(0.8);
        assertThat(((Conversion.Converted) conversion).model().getGraph().getNodeList())
                .extracting(NodeProto::getOpType)
                .containsAnyOf("MatMulInteger", "ConvInteger");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_wrong_weight_is_seen() throws Exception {
        OnnxModelFile file = ZooCases.open(folder, Zoo.model("resnet-micro").orElseThrow());
        ModelProto half = ((Conversion.Converted) Float16Converter.convert(file.proto())).model();
        TensorProto last = half.getGraph().getInitializer(0);
        byte[] zeros = new byte[last.getRawData().size()];
        ModelProto corrupt = half.toBuilder()
                .setGraph(half.getGraph().toBuilder()
                        .setInitializer(0, last.toBuilder().setRawData(com.google.protobuf.ByteString.copyFrom(zeros))))
                .build();

        Accuracy accuracy = accuracy(file, new Conversion.Converted(corrupt, List.of()));

        assertThat(accuracy.within(0.01)).isFalse();
        assertThat(accuracy.complaint(0.01)).contains("too inaccurate");
    }

    @Test
    @Tag("corpus")
    void published_models_become_float16_and_are_refused_8_bits_with_the_reason() throws Exception {
        for (String name : List.of("models/mnist/model.onnx", "models/ultraface/version-RFB-320.onnx")) {
            OnnxModelFile file = OnnxModelFile.open(Corpora.path(name));

            assertThat(accuracy(file, Float16Converter.convert(file.proto())).error())
                    .isLessThan(0.02);
            assertThat(Int8Converter.convert(file.proto()))
                    .isInstanceOfSatisfying(
                            Conversion.Refused.class,
                            refused -> assertThat(refused.why()).contains("DynamicQuantizeLinear is of opset 11"));
        }
    }

    @Test
    void a_graph_with_graphs_inside_is_refused() {
        ModelProto model = OnnxModelFile.open(Corpora.path("models/silero-vad/silero_vad_op18_ifless.onnx"))
                .proto();

        assertThat(Float16Converter.convert(model))
                .isInstanceOfSatisfying(
                        Conversion.Refused.class,
                        refused -> assertThat(refused.why()).contains("graphs inside"));
    }

    @Test
    void rows_are_moved_on_and_stay_what_they_are() {
        Tensor batched = Batching.rows(Tensor.longs(Shape.of(1, 3), 7, 8, 9), 0, 3);

        assertThat(batched).isEqualTo(Tensor.longs(Shape.of(3, 3), 7, 8, 9, 8, 9, 7, 9, 7, 8));
        Tensor state = Batching.rows(Tensor.longs(Shape.of(2, 1, 2), 1, 2, 3, 4), 1, 2);
        assertThat(state).isEqualTo(Tensor.longs(Shape.of(2, 2, 2), 1, 2, 2, 1, 3, 4, 4, 3));
        assertThat(state.dtype()).isEqualTo(DType.INT64);
    }
}
