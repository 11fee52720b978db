package dev.bascule.training.step;

import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A training graph run step by step in double, its state carried on unrounded. Belongs to one test. */
final class ExactRun {
    private final TrainingGraph graph;
    private final Map<String, Operand> state = new LinkedHashMap<>();
    private Map<String, Operand> outputs = Map.of();

    ExactRun(TrainingGraph graph) {
        this.graph = graph;
        graph.state().forEach((name, tensor) -> state.put(name, Exactly.of(tensor)));
    }

    /** One step. */
    ExactRun step(Map<String, Tensor> fed, Map<String, Float> scalars) {
        Map<String, Operand> inputs = new LinkedHashMap<>(state);
        fed.forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
        scalars.forEach((name, value) -> inputs.put(name, Exactly.reals(DType.FLOAT32, Shape.of(), value)));
        List<String> wanted = graph.model().getGraph().getOutputList().stream()
                .map(ValueInfoProto::getName)
                .toList();
        outputs = Exactly.operands(graph.model(), inputs, wanted);
        graph.carry().forEach((input, output) -> state.put(input, Objects.requireNonNull(outputs.get(output), output)));
        return this;
    }

    double loss() {
        return output(TrainingGraph.LOSS)[0];
    }

    /** An output of the last step. */
    double[] output(String name) {
        return ((Reals) Objects.requireNonNull(outputs.get(name), name)).data();
    }

    /** What is carried, as it stands. */
    double[] state(String name) {
        return ((Reals) Objects.requireNonNull(state.get(name), name)).data();
    }

    void put(String name, double... values) {
        Reals before = (Reals) Objects.requireNonNull(state.get(name), name);
        state.put(name, new Reals(before.dtype(), values, before.dims()));
    }

    /** All parameters one after the other. */
    double[] parameters() {
        return graph.parameters().stream()
                .flatMapToDouble(each -> Arrays.stream(state(each.name())))
                .toArray();
    }
}
