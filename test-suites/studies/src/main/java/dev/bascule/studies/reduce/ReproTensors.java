package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A repro model's tensors, inputs and initializers alike, and repro models with others. Stateless. */
public final class ReproTensors {
    private ReproTensors() {}

    /** All of them by name; an initializer of a type that Bascule does not handle is left out. */
    public static Map<String, Tensor> tensors(ReproModel repro) {
        Map<String, Tensor> all = new LinkedHashMap<>(repro.inputs());
        for (TensorProto proto : repro.model().getGraph().getInitializerList()) {
            try {
                all.put(proto.getName(), TensorProtos.decode(proto));
            } catch (BasculeException unhandled) {
                // It stays as it is.
            }
        }
        return all;
    }

    /** With these tensors in the place of those of their names. */
    static ReproModel with(ReproModel repro, Map<String, Tensor> changed) {
        GraphProto.Builder graph = repro.model().getGraph().toBuilder();
        Map<String, Tensor> inputs = new LinkedHashMap<>(repro.inputs());
        for (int index = 0; index < graph.getInputCount(); index++) {
            String name = graph.getInput(index).getName();
            if (changed.containsKey(name)) {
                graph.setInput(index, Protos.typed(name, changed.get(name)));
            }
        }
        for (int index = 0; index < graph.getInitializerCount(); index++) {
            String name = graph.getInitializer(index).getName();
            if (changed.containsKey(name)) {
                graph.setInitializer(index, Protos.tensor(name, changed.get(name)));
            }
        }
        inputs.replaceAll((name, tensor) -> changed.getOrDefault(name, tensor));
        return new ReproModel(with(repro.model(), graph), inputs);
    }

    /** With another node at this place, and without what nothing takes any more. */
    static ReproModel withNode(ReproModel repro, int index, UnaryOperator<NodeProto> change) {
        GraphProto.Builder graph = repro.model().getGraph().toBuilder();
        graph.setNode(index, change.apply(graph.getNode(index)));
        return tidy(new ReproModel(with(repro.model(), graph), repro.inputs()));
    }

    /** Without outputs that are not among these. */
    static ReproModel withOutputs(ReproModel repro, Set<String> kept) {
        GraphProto.Builder graph = repro.model().getGraph().toBuilder().clearOutput();
        repro.model().getGraph().getOutputList().stream()
                .filter(output -> kept.contains(output.getName()))
                .forEach(graph::addOutput);
        return new ReproModel(with(repro.model(), graph), repro.inputs());
    }

    /** Without inputs and initializers that no node takes, and without the notes on shapes that may be untrue now. */
    static ReproModel tidy(ReproModel repro) {
        GraphProto graph = repro.model().getGraph();
        Set<String> taken = new HashSet<>();
        graph.getNodeList().forEach(node -> taken.addAll(GraphView.taken(node)));
        GraphProto.Builder tidy =
                graph.toBuilder().clearInput().clearInitializer().clearValueInfo();
        Map<String, Tensor> inputs = new LinkedHashMap<>();
        for (ValueInfoProto input : graph.getInputList()) {
            if (taken.contains(input.getName()) && repro.inputs().containsKey(input.getName())) {
                tidy.addInput(input);
                inputs.put(input.getName(), repro.inputs().get(input.getName()));
            }
        }
        graph.getInitializerList().stream()
                .filter(tensor -> taken.contains(tensor.getName()))
                .forEach(tidy::addInitializer);
        return new ReproModel(with(repro.model(), tidy), inputs);
    }

    private static ModelProto with(ModelProto model, GraphProto.Builder graph) {
        return model.toBuilder().setGraph(graph).build();
    }
}
