package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.zoo.ZooModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryEstimateTest {
    @TempDir
    private Path folder;

    private static NodeProto node(String operator, String output, String... inputs) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .addAllInput(List.of(inputs))
                .addOutput(output)
                .build();
    }

    private static TensorProto weight(String name, long rows, long columns) {
        return TensorProto.newBuilder()
                .setName(name)
                .setDataType(DType.FLOAT32.onnx())
                .addDims(rows)
                .addDims(columns)
                .build();
    }

    private static GraphProto.Builder twoProducts() {
        return GraphProto.newBuilder()
                .addNode(node("MatMul", "h", "x", "W"))
                .addNode(node("Relu", "r", "h"))
                .addNode(node("MatMul", "y", "r", "V"))
                .addInitializer(weight("W", 3, 4))
                .addInitializer(weight("V", 4, 5))
                .addOutput(ValueInfoProto.newBuilder().setName("y"));
    }

    private static final Map<String, Tensor> X = Map.of("x", Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6));

    @Test
    void what_bodies_make_is_not_known_and_the_estimate_says_so() {
        GraphProto body = GraphProto.newBuilder()
                .addNode(node("Relu", "inner", "r"))
                .addOutput(ValueInfoProto.newBuilder().setName("inner"))
                .build();
        NodeProto branch = node("If", "z", "y").toBuilder()
                .addAttribute(AttributeProto.newBuilder().setName("then_branch").setG(body))
                .addAttribute(AttributeProto.newBuilder().setName("else_branch").setG(body))
                .build();

        MemoryEstimate estimate =
                MemoryEstimate.of(twoProducts().addNode(branch).build(), X);

        assertThat(MemoryEstimate.of(twoProducts().build(), X).isLowerBound()).isFalse();
        assertThat(estimate.isLowerBound()).isTrue();
        assertThat(estimate.reason()).endsWith("2 are inside the bodies of If, Loop or Scan");
    }

    @Test
    void weights_are_counted_and_activations_while_they_live() {
        MemoryEstimate estimate = MemoryEstimate.of(twoProducts().build(), X);

        assertThat(estimate.weightBytes()).isEqualTo(Map.of(DType.FLOAT32, 4L * (12 + 20)));
        // x stays with the caller (24), r took over h's buffer (32), y is made beside it (40).
        assertThat(estimate.activationBytes()).isEqualTo(24 + 32 + 40);
        assertThat(estimate.isLowerBound()).isFalse();
    }

    @Test
    void a_value_that_is_used_again_keeps_its_buffer() {
        GraphProto graph = twoProducts()
                .clearNode()
                .addNode(node("MatMul", "h", "x", "W"))
                .addNode(node("Relu", "r", "h"))
                .addNode(node("Add", "s", "r", "h"))
                .addNode(node("MatMul", "y", "s", "V"))
                .build();

        assertThat(MemoryEstimate.of(graph, X).activationBytes()).isEqualTo(24 + 32 + 40);
        GraphProto late = twoProducts()
                .clearNode()
                .addNode(node("MatMul", "h", "x", "W"))
                .addNode(node("Relu", "r", "h"))
                .addNode(node("Softmax", "q", "r"))
                .addNode(node("MatMul", "z", "q", "V"))
                .addNode(node("MatMul", "y0", "h", "V"))
                .addNode(node("Add", "y", "z", "y0"))
                .build();
        assertThat(MemoryEstimate.of(late, X).activationBytes()).isEqualTo(24 + 32 + 40 + 40);
    }

    @Test
    void an_unknown_operator_makes_it_a_lower_bound_with_a_reason() {
        GraphProto graph = twoProducts().setNode(1, node("Mystery", "r", "h")).build();
        MemoryEstimate estimate = MemoryEstimate.of(graph, X);

        assertThat(estimate.isLowerBound()).isTrue();
        assertThat(estimate.unknownValues()).isEqualTo(2);
        assertThat(estimate.reason()).contains("Mystery");
    }

    @Test
    void weights_in_another_file_count() {
        TensorProto external = weight("W", 3, 4).toBuilder()
                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .build();

        assertThat(MemoryEstimate.of(twoProducts().setInitializer(0, external).build(), X)
                        .weights())
                .isEqualTo(4 * (12 + 20));
    }

    @ParameterizedTest
    @MethodSource("dev.bascule.models.zoo.ZooTest#microModels")
    @Tag("native")
    void every_shape_of_a_zoo_model_is_inferred_and_its_outputs_are_the_engines(ZooModel model) throws Exception {
        OnnxModelFile file = ZooCases.open(folder, model);
        Map<String, Tensor> inputs = ZooCases.inputs(file, 3);
        ShapeInference.Inferred inferred = ShapeInference.of(file.proto().getGraph(), inputs);

        assertThat(inferred.unknown()).isEmpty();
        try (Ort ort = new Ort(file.file())) {
            ort.run(inputs)
                    .forEach((name, tensor) -> assertThat(inferred.shapes().get(name))
                            .as(name)
                            .isEqualTo(new KnownShape(
                                    tensor.dtype(), tensor.shape().dims())));
        }
        Map<String, Tensor> single = ZooCases.inputs(file, 1);
        long three = MemoryEstimate.of(file, inputs).activationBytes();
        long one = MemoryEstimate.of(file, single).activationBytes();
        // A decoder has one row, whatever is asked for.
        assertThat(three > one).isEqualTo(!shapes(inputs).equals(shapes(single)));
    }

    private static Map<String, Shape> shapes(Map<String, Tensor> tensors) {
        return tensors.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, tensor -> tensor.getValue().shape()));
    }

    @Test
    @Tag("corpus")
    void published_models_are_known_through_and_through() {
        for (String name : List.of("models/mnist/model.onnx", "models/ultraface/version-RFB-320.onnx")) {
            OnnxModelFile file = OnnxModelFile.open(Corpora.path(name));
            MemoryEstimate estimate = MemoryEstimate.of(file, ZooCases.inputs(file, 1));

            assertThat(estimate.reason()).as(name).isEmpty();
            assertThat((double) estimate.weights()).isBetween(0.8 * file.bytes(), 1.0 * file.bytes());
        }
    }
}
