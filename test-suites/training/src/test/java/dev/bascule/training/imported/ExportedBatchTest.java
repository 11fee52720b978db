package dev.bascule.training.imported;

import static dev.bascule.training.imported.ImportedNetworkTest.WEIGHT;
import static dev.bascule.training.imported.ImportedNetworkTest.batch;
import static dev.bascule.training.imported.ImportedNetworkTest.model;
import static dev.bascule.training.imported.ImportedNetworkTest.node;
import static dev.bascule.training.imported.ImportedNetworkTest.plan;
import static dev.bascule.training.imported.ImportedNetworkTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.Exactly;
import dev.bascule.training.network.Network;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportedBatchTest {
    @Test
    void a_shape_that_mixes_samples_is_refused() {
        refused(
                model(
                        17,
                        List.of(1, 4),
                        List.of(
                                node("MatMul", List.of("x", "w"), "a"),
                                node("Constant", List.of(), "shape", Attributes.ints("value_ints", 3, 1)),
                                node("Reshape", List.of("a", "shape"), "y")),
                        WEIGHT),
                "open batch",
                "the Reshape");
    }

    @Test
    void a_model_that_was_exported_for_one_sample_takes_a_batch_where_an_open_size_took_it_in() {
        List<NodeProto> nodes = List.of(
                node("Constant", List.of(), "flat", Attributes.ints("value_ints", 1, -1)),
                node("Reshape", List.of("x", "flat"), "a"),
                node("MatMul", List.of("a", "w"), "b"),
                node("Constant", List.of(), "cube", Attributes.ints("value_ints", 1, 3, -1)),
                node("Reshape", List.of("b", "cube"), "c"),
                node("Constant", List.of(), "end", Attributes.ints("value_ints", 1, -1)),
                node("Reshape", List.of("c", "end"), "y"));
        float[] weights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        Network network =
                ImportedNetwork.of("one", model(17, List.of(1, 2, 2), nodes, Tensor.floats(Shape.of(4, 3), weights)));
        TrainingGraph forward = TrainingGraphs.forward(plan(network, 2));
        Map<String, Operand> inputs = new LinkedHashMap<>();
        batch(network, 2).forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
        inputs.put(TrainingGraph.SAMPLES, Exactly.reals(DType.FLOAT32, Shape.of(2, 2, 2), 1, 0, 0, 0, 0, 0, 0, 1));
        inputs.put("w", Exactly.of(Tensor.floats(Shape.of(4, 3), weights)));

        assertThat(network.classes()).isEqualTo(3);
        assertThat(Exactly.run(forward.model(), inputs, List.of(TrainingGraph.LOGITS))
                        .get(TrainingGraph.LOGITS))
                .containsExactly(1, 2, 3, 10, 11, 12);
    }

    @Test
    void a_batch_that_is_mixed_with_another_size_before_it_is_taken_in_is_refused() {
        refused(
                model(
                        17,
                        List.of(1, 2, 4),
                        List.of(
                                node("Constant", List.of(), "rows", Attributes.ints("value_ints", -1, 4)),
                                node("Reshape", List.of("x", "rows"), "a"),
                                node("MatMul", List.of("a", "w"), "b"),
                                node("Constant", List.of(), "flat", Attributes.ints("value_ints", 1, -1)),
                                node("Reshape", List.of("b", "flat"), "y")),
                        WEIGHT),
                "open batch",
                "the Reshape");
    }
}
