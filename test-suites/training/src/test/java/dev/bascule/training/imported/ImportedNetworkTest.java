package dev.bascule.training.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.Exactly;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.network.Network;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import dev.bascule.training.step.TrainingPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportedNetworkTest {
    private static final Optimizer DESCENT =
            Optimizers.of("sgd", OptimizerSettings.DEFAULTS.withRate(new LearningRate.Constant(0.1)));

    static TrainingPlan plan(Network network, int batch) {
        return new TrainingPlan(network, DESCENT, batch, 1, Optional.empty(), OptionalDouble.empty());
    }

    /** A network as an exporter writes it: parameters are constants, and there is one input and one output. */
    private static ModelProto exported(Network network, String last) {
        TrainingGraph forward = TrainingGraphs.forward(plan(network, 1));
        GraphProto graph = forward.model().getGraph();
        GraphProto.Builder exported = graph.toBuilder().clearInput().clearOutput();
        graph.getInputList().stream()
                .filter(each -> each.getName().equals(TrainingGraph.SAMPLES))
                .forEach(each -> exported.addInput(Protos.typed(
                        "x",
                        network.dtype(),
                        Stream.concat(Stream.of(1L), network.sample().dims().stream())
                                .toList())));
        forward.state().forEach((name, tensor) -> exported.addInitializer(Protos.tensor(name, tensor)));
        exported.clearNode(); // The loss is left in: a reader of models leaves alone what no output needs.
        graph.getNodeList().forEach(node -> {
            NodeProto.Builder own = node.toBuilder().clearInput();
            node.getInputList().forEach(name -> own.addInput(name.equals(TrainingGraph.SAMPLES) ? "x" : name));
            exported.addNode(own);
        });
        if (!last.isEmpty()) {
            exported.addNode(Protos.node(last, "end", List.of(TrainingGraph.LOGITS), List.of("y")));
        }
        exported.addOutput(Protos.ofType(last.isEmpty() ? TrainingGraph.LOGITS : "y", DType.FLOAT32));
        return Protos.model(17, exported);
    }

    static Map<String, Tensor> batch(Network network, int samples) {
        SplittableRandom random = new SplittableRandom(5);
        List<Long> dims = new ArrayList<>(List.of((long) samples));
        dims.addAll(network.sample().dims());
        Shape shape = new Shape(dims);
        float[] x = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextGaussian();
        }
        float[] t = new float[samples * network.classes()];
        for (int i = 0; i < samples; i++) {
            t[i * network.classes() + i % network.classes()] = 1;
        }
        return Map.of(
                TrainingGraph.SAMPLES,
                Tensor.floats(shape, x),
                TrainingGraph.TARGETS,
                Tensor.floats(Shape.of(samples, network.classes()), t));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Softmax", "LogSoftmax"})
    void a_network_that_was_exported_trains_as_the_one_that_it_was(String last) {
        Network own = Networks.of("lenet", Shape.of(8, 8), 3);
        ImportedNetwork imported = ImportedNetwork.of("exported", exported(own, last));
        Map<String, double[]> expected = trained(own);

        assertThat(imported.classes()).isEqualTo(3);
        assertThat(imported.sample()).isEqualTo(Shape.of(8, 8));
        assertThat(trained(imported))
                .hasSameSizeAs(expected)
                .allSatisfy((name, values) -> assertThat(values).containsExactly(expected.get(name), within(1e-9)));
        assertThat(imported.notes(false)).hasSize(last.equals("Softmax") ? 1 : 0);
    }

    private static Map<String, double[]> trained(Network network) {
        TrainingGraph graph = TrainingGraphs.step(plan(network, 4));
        Map<String, Operand> state = new LinkedHashMap<>();
        graph.state().forEach((name, tensor) -> state.put(name, Exactly.of(tensor)));
        for (int step = 1; step <= 2; step++) {
            Map<String, Operand> inputs = new LinkedHashMap<>(state);
            batch(network, 4).forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
            plan(network, 4)
                    .scalars(step)
                    .forEach((name, value) -> inputs.put(name, Exactly.reals(DType.FLOAT32, Shape.of(), value)));
            Map<String, Operand> outputs = Exactly.operands(
                    graph.model(), inputs, List.copyOf(graph.carry().values()));
            graph.carry().forEach((input, output) -> state.put(input, outputs.get(output)));
        }
        Map<String, double[]> parameters = new LinkedHashMap<>();
        graph.parameters().forEach(each -> parameters.put(each.name(), ((Reals) state.get(each.name())).data()));
        return parameters;
    }

    @Test
    void running_statistics_stay_and_are_told_to() throws IOException {
        ImportedNetwork network = ImportedNetwork.of("resnet", ZooGradientsTest.zoo("resnet-micro"));

        assertThat(network.notes(false))
                .allSatisfy(note -> assertThat(note).endsWith("keeps its running statistics"))
                .isNotEmpty();
        assertThat(TrainingGraphs.step(plan(network, 2)).parameters())
                .extracting(Parameter::name)
                .noneMatch(name -> name.contains("running"));
    }

    static ModelProto model(long opset, List<?> dims, List<NodeProto> nodes, Tensor weight) {
        return Protos.model(
                opset,
                GraphProto.newBuilder()
                        .addInput(Protos.typed("x", DType.FLOAT32, dims))
                        .addInitializer(Protos.tensor("w", weight))
                        .addAllNode(nodes)
                        .addOutput(Protos.ofType("y", DType.FLOAT32)));
    }

    static NodeProto node(String operator, List<String> inputs, String output, AttributeProto... attributes) {
        return Protos.node(operator, "the " + operator, inputs, List.of(output), attributes);
    }

    static final Tensor WEIGHT = Tensor.floats(Shape.of(4, 3), new float[12]);

    static void refused(ModelProto model, String... words) {
        assertThatThrownBy(() -> ImportedNetwork.of("refused", model))
                .isInstanceOf(BasculeException.class)
                .hasMessageContainingAll(words)
                .extracting(e -> ((BasculeException) e).code())
                .isEqualTo(ErrorCode.MODEL_UNTRAINABLE);
    }

    @Test
    void operators_without_a_gradient_are_named_with_their_nodes() {
        refused(
                model(
                        17,
                        List.of("N", 4),
                        List.of(
                                node("MatMul", List.of("x", "w"), "a"),
                                node("Mish", List.of("a"), "b"),
                                node("Celu", List.of("b"), "y")),
                        WEIGHT),
                "Celu (the Celu), Mish (the Mish)");
        refused(
                model(
                        17,
                        List.of("N", 4),
                        List.of(node("Mish", List.of("x"), "y").toBuilder()
                                .setDomain("example")
                                .build()),
                        WEIGHT),
                "Mish (the Mish)");
    }

    @Test
    void sizes_that_are_open_and_models_without_weights_are_refused() {
        List<NodeProto> product = List.of(node("MatMul", List.of("x", "w"), "y"));

        refused(model(17, List.of("N", "length"), product, WEIGHT), "size 1", "length");
        refused(model(17, List.of("N", 4), List.of(node("Relu", List.of("x"), "y")), WEIGHT), "no weights");
        refused(model(5, List.of("N", 4), product, WEIGHT), "operator set 5");
    }

    @Test
    void an_older_model_means_what_it_meant() {
        List<NodeProto> nodes = List.of(
                node("MatMul", List.of("x", "w"), "a"),
                node("Unsqueeze", List.of("a"), "b", Attributes.ints("axes", 2)),
                node("Softmax", List.of("b"), "c"),
                node("Squeeze", List.of("c"), "d", Attributes.ints("axes", 2)),
                node("Log", List.of("d"), "y"));
        Network network = ImportedNetwork.of("old", model(11, List.of("N", 4), nodes, WEIGHT));
        TrainingGraph forward = TrainingGraphs.forward(plan(network, 2));
        Map<String, Operand> inputs = new LinkedHashMap<>();
        batch(network, 2).forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
        inputs.put("w", Exactly.of(WEIGHT));

        // All axes from the second on are taken together: with weights of zero each class has one third.
        assertThat(Exactly.run(forward.model(), inputs, List.of(TrainingGraph.LOGITS))
                        .get(TrainingGraph.LOGITS))
                .hasSize(6)
                .containsExactly(
                        new double[] {
                            -1.0986122886681098,
                            -1.0986122886681098,
                            -1.0986122886681098,
                            -1.0986122886681098,
                            -1.0986122886681098,
                            -1.0986122886681098
                        },
                        within(1e-12));
    }

    @Test
    void a_newer_model_is_written_as_operator_set_17_has_it() {
        List<NodeProto> nodes = List.of(
                node("MatMul", List.of("x", "w"), "a"),
                node("Gelu", List.of("a"), "b", Attributes.text("approximate", "tanh")),
                node("Constant", List.of(), "axes", Attributes.ints("value_ints", 1)),
                node("ReduceMean", List.of("b", "axes"), "mean"),
                node("Sub", List.of("b", "mean"), "y"));
        Network network = ImportedNetwork.of("new", model(20, List.of("N", 4), nodes, WEIGHT));

        assertThat(TrainingGraphs.step(plan(network, 2)).model().getGraph().getNodeList())
                .noneMatch(node -> node.getOpType().equals("Gelu"))
                .filteredOn(node -> node.getOpType().equals("ReduceMean"))
                .allMatch(node -> node.getInputCount() == 1)
                .isNotEmpty();
    }

    @Test
    void a_mask_is_no_weight_and_a_bias_is_one() {
        float[] mask = {0, -10000, 0};
        NodeProto masked = node("Add", List.of("b", "mask"), "y");
        ModelProto model = model(
                17,
                List.of("N", 4),
                List.of(node("MatMul", List.of("x", "w"), "a"), node("Add", List.of("a", "bias"), "b"), masked),
                WEIGHT);
        GraphProto graph = model.getGraph().toBuilder()
                .addInitializer(Protos.tensor("mask", Tensor.floats(Shape.of(3), mask)))
                .addInitializer(Protos.tensor("bias", Tensor.floats(Shape.of(3), 1, 2, 3)))
                .build();
        Network network =
                ImportedNetwork.of("masked", model.toBuilder().setGraph(graph).build());

        assertThat(TrainingGraphs.step(plan(network, 2)).parameters())
                .extracting(Parameter::name, Parameter::decays)
                .containsExactly(tuple("w", true), tuple("bias", false));
    }
}
