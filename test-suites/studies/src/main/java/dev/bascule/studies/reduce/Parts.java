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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A specimen's tensors, inputs and initializers alike, and specimens with others. Stateless. */
final class Parts {
    private Parts() {}

    /** All of them by name; an initializer of a type that Bascule does not handle is left out. */
    static Map<String, Tensor> tensors(Specimen specimen) {
        Map<String, Tensor> all = new LinkedHashMap<>(specimen.inputs());
        for (TensorProto proto : specimen.model().getGraph().getInitializerList()) {
            try {
                all.put(proto.getName(), TensorProtos.decode(proto));
            } catch (BasculeException unhandled) {
                // It stays as it is.
            }
        }
        return all;
    }

    /** With these tensors in the place of those of their names. */
    static Specimen with(Specimen specimen, Map<String, Tensor> changed) {
        GraphProto.Builder graph = specimen.model().getGraph().toBuilder();
        Map<String, Tensor> inputs = new LinkedHashMap<>(specimen.inputs());
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
        return new Specimen(with(specimen.model(), graph), inputs);
    }

    /** With another node at this place, and without what nothing takes any more. */
    static Specimen withNode(Specimen specimen, int index, UnaryOperator<NodeProto> change) {
        GraphProto.Builder graph = specimen.model().getGraph().toBuilder();
        graph.setNode(index, change.apply(graph.getNode(index)));
        return tidy(new Specimen(with(specimen.model(), graph), specimen.inputs()));
    }

    /** Without outputs that are not among these. */
    static Specimen withOutputs(Specimen specimen, Set<String> kept) {
        GraphProto.Builder graph = specimen.model().getGraph().toBuilder().clearOutput();
        specimen.model().getGraph().getOutputList().stream()
                .filter(output -> kept.contains(output.getName()))
                .forEach(graph::addOutput);
        return new Specimen(with(specimen.model(), graph), specimen.inputs());
    }

    /** Without inputs and initializers that no node takes, and without the notes on shapes that may be untrue now. */
    static Specimen tidy(Specimen specimen) {
        GraphProto graph = specimen.model().getGraph();
        Set<String> taken = new HashSet<>();
        graph.getNodeList().forEach(node -> taken.addAll(GraphView.taken(node)));
        GraphProto.Builder tidy =
                graph.toBuilder().clearInput().clearInitializer().clearValueInfo();
        Map<String, Tensor> inputs = new LinkedHashMap<>();
        for (ValueInfoProto input : graph.getInputList()) {
            if (taken.contains(input.getName()) && specimen.inputs().containsKey(input.getName())) {
                tidy.addInput(input);
                inputs.put(input.getName(), specimen.inputs().get(input.getName()));
            }
        }
        graph.getInitializerList().stream()
                .filter(tensor -> taken.contains(tensor.getName()))
                .forEach(tidy::addInitializer);
        return new Specimen(with(specimen.model(), tidy), inputs);
    }

    private static ModelProto with(ModelProto model, GraphProto.Builder graph) {
        return model.toBuilder().setGraph(graph).build();
    }
}
