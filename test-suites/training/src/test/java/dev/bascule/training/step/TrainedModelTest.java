package dev.bascule.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import dev.bascule.training.imported.ImportedNetwork;
import dev.bascule.training.network.Network;
import dev.bascule.training.network.Networks;
import dev.bascule.training.network.Task;
import dev.bascule.training.network.ToyBatch;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainedModelTest {
    private static final Task TASK = Task.of(Shape.of(1, 8, 8), 3);

    private static TrainingPlan plan(String network) {
        Network made = Networks.of(network, TASK);
        return new TrainingPlan(
                made, Optimizers.of("sgd", OptimizerSettings.DEFAULTS), 2, 5, Optional.empty(), OptionalDouble.empty());
    }

    /** Not what the seed draws: each value is moved. */
    private static Map<String, Tensor> moved(TrainingGraph graph, float by) {
        Map<String, Tensor> state = new LinkedHashMap<>();
        graph.state().forEach((name, tensor) -> {
            float[] values = new float[Math.toIntExact(tensor.shape().elements())];
            tensor.data().asFloatBuffer().get(values);
            for (int i = 0; i < values.length; i++) {
                values[i] = values[i] + by * (1 + i % 3);
            }
            state.put(name, Tensor.floats(tensor.shape(), values));
        });
        return state;
    }

    private static double[] logits(ModelProto model, Map<String, Tensor> fed) {
        Map<String, Operand> inputs = new HashMap<>();
        fed.forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
        return Exactly.run(model, inputs, List.of(TrainingGraph.LOGITS)).get(TrainingGraph.LOGITS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "lenet", "resnet-micro"})
    void it_answers_as_the_evaluation_of_its_state(String network) {
        TrainingPlan plan = plan(network);
        TrainingGraph evaluation = TrainingGraphs.evaluation(plan);
        Map<String, Tensor> state = moved(evaluation, 0.01f);
        Map<String, Tensor> batch = ToyBatch.of(TASK, 2, 3);
        Map<String, Tensor> all = new HashMap<>(batch);
        all.putAll(state);
        Map<String, Tensor> samples = Map.of(TrainingGraph.SAMPLES, batch.get(TrainingGraph.SAMPLES));

        ModelProto model = TrainedModel.of(plan, state, Map.of("bascule.training.seed", "5"));
        double[] got = logits(model, samples);

        assertThat(got).containsExactly(logits(evaluation.model(), all), within(1e-12));
        assertThat(logits(TrainedModel.of(plan, moved(evaluation, 0.02f), Map.of()), samples))
                .as("another state is another model")
                .isNotEqualTo(got);
        assertThat(model.getGraph().getInputList())
                .extracting(ValueInfoProto::getName)
                .containsExactly(TrainingGraph.SAMPLES);
        assertThat(model.getGraph().getOutputList())
                .extracting(ValueInfoProto::getName)
                .containsExactly(TrainingGraph.LOGITS);
        assertThat(model.getGraph().getInitializerList())
                .extracting(TensorProto::getName)
                .containsAll(state.keySet());
        assertThat(model.getGraph().getNodeList())
                .extracting(NodeProto::getOpType)
                .doesNotContain("Identity", "Log");
        assertThat(model.getMetadataProps(0).getValue()).isEqualTo("5");
    }

    @Test
    void it_can_be_trained_on() {
        ModelProto model = TrainedModel.of(plan("lenet"), Map.of(), Map.of());

        ImportedNetwork network = ImportedNetwork.of("lenet", model);

        assertThat(network.classes()).isEqualTo(3);
        assertThat(network.sample()).isEqualTo(Shape.of(1, 8, 8));
    }
}
