package dev.bascule.training.imported;

import static dev.bascule.training.imported.ImportedNetworkTest.WEIGHT;
import static dev.bascule.training.imported.ImportedNetworkTest.model;
import static dev.bascule.training.imported.ImportedNetworkTest.node;
import static dev.bascule.training.imported.ImportedNetworkTest.plan;
import static dev.bascule.training.imported.ImportedNetworkTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.step.TrainingGraphs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndingTest {
    private static final List<Object> SAMPLES = List.of("N", 4);
    private static final NodeProto PRODUCT = node("MatMul", List.of("x", "w"), "a");

    /** A product with what follows it. */
    private static ModelProto ending(long opset, NodeProto... nodes) {
        List<NodeProto> all = new ArrayList<>(List.of(PRODUCT));
        all.addAll(List.of(nodes));
        return model(opset, SAMPLES, all, WEIGHT);
    }

    private static ModelProto withOutputs(ModelProto model, String... more) {
        ModelProto.Builder changed = model.toBuilder();
        for (String name : more) {
            changed.getGraphBuilder().addOutput(Protos.typed(name, DType.FLOAT32, List.of("N", 3)));
        }
        return changed.build();
    }

    private static List<String> operators(ImportedNetwork network) {
        return TrainingGraphs.forward(plan(network, 2)).model().getGraph().getNodeList().stream()
                .map(NodeProto::getOpType)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Identity", "Dropout", "Flatten"})
    void a_softmax_that_is_only_passed_on_is_left_out(String last) {
        ImportedNetwork network = ImportedNetwork.of(
                "passed", ending(17, node("Softmax", List.of("a"), "b"), node(last, List.of("b"), "y")));

        assertThat(network.notes(false))
                .anyMatch(note -> note.startsWith("Softmax 'the Softmax' at the end is left out"));
        assertThat(operators(network)).contains("MatMul").doesNotContain("Softmax");
    }

    @Test
    void a_softmax_over_the_samples_is_refused() {
        refused(
                ending(17, node("Softmax", List.of("a"), "y", Attributes.integer("axis", 0))),
                "Softmax 'the Softmax' at the end is over axis 0",
                "over the classes");
    }

    @Test
    void a_softmax_of_all_axes_from_the_classes_on_is_left_out_and_one_of_the_last_axis_alone_is_refused() {
        NodeProto wide = node("Unsqueeze", List.of("a"), "b", Attributes.ints("axes", 2));
        NodeProto flat = node("Flatten", List.of("c"), "y");

        assertThat(ImportedNetwork.of("old", ending(11, wide, node("Softmax", List.of("b"), "c"), flat))
                        .classes())
                .isEqualTo(3);
        refused(
                ending(11, wide, node("Softmax", List.of("b"), "c", Attributes.integer("axis", 2)), flat),
                "over axis 2 of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sigmoid", "Relu", "Tanh"})
    void another_activation_stays_and_is_told(String last) {
        ImportedNetwork network = ImportedNetwork.of("bounded", ending(17, node(last, List.of("a"), "y")));

        assertThat(network.notes(false))
                .containsExactly(
                        "%1$s 'the %1$s' at the end stays: the loss takes what it gives as logits".formatted(last));
        assertThat(operators(network)).doesNotContain("Softmax");
    }

    @Test
    void whole_numbers_alone_are_refused() {
        refused(
                ending(17, node("ArgMax", List.of("a"), "y", Attributes.integer("axis", 1))),
                "'y' is whole numbers",
                "make floats [batch, classes], the logits, the first output");
    }

    @Test
    void beside_labels_the_only_floats_are_trained() {
        ModelProto labelled = ending(
                17,
                node("Softmax", List.of("a"), "probabilities"),
                node("ArgMax", List.of("a"), "y", Attributes.integer("axis", 1)));
        ImportedNetwork network = ImportedNetwork.of("labelled", withOutputs(labelled, "probabilities"));

        assertThat(network.classes()).isEqualTo(3);
        assertThat(network.notes(false))
                .contains("the first output, 'y', is whole numbers: 'probabilities' is trained")
                .anyMatch(note -> note.startsWith("Softmax"));
        refused(withOutputs(labelled, "probabilities", "a"), "'y' is whole numbers");
    }
}
