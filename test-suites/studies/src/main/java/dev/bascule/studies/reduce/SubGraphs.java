package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Models made of parts of a model. Stateless. */
public final class SubGraphs {
    public static final long OWN_INITIALIZERS = 4;

    private SubGraphs() {}

    /** The model with more outputs. */
    public static ModelProto expose(ModelProto model, Collection<String> values) {
        Map<String, ValueInfoProto> typed = model.getGraph().getValueInfoList().stream()
                .collect(Collectors.toMap(ValueInfoProto::getName, info -> info, (one, other) -> one));
        Set<String> present = model.getGraph().getOutputList().stream()
                .map(ValueInfoProto::getName)
                .collect(Collectors.toSet());
        ModelProto.Builder wider = model.toBuilder();
        values.stream()
                .filter(value -> !present.contains(value))
                .forEach(value -> wider.getGraphBuilder().addOutput(typed.getOrDefault(value, Protos.untyped(value))));
        return wider.build();
    }

    /**
     * A model of some nodes, fed with what the reference says that they take: constants become initializers, all else
     * inputs.
     *
     * @param nodes in any order
     * @param outputs the values to read
     */
    static ReproModel extract(
            GraphView graph, ReferenceValues values, Collection<Integer> nodes, Collection<String> outputs) {
        Set<Integer> ordered = new TreeSet<>(nodes);
        Set<String> made = new LinkedHashSet<>();
        Set<String> taken = new LinkedHashSet<>();
        ordered.forEach(node -> made.addAll(graph.made(node)));
        ordered.forEach(node -> taken.addAll(graph.taken(node)));
        taken.removeAll(made);
        values.load(taken);
        values.load(outputs);
        GraphProto.Builder part =
                GraphProto.newBuilder().setName(graph.model().getGraph().getName());
        Map<String, Tensor> inputs = new LinkedHashMap<>();
        for (String value : taken) {
            if (graph.isConstant(value)) {
                part.addInitializer(graph.initializer(value).orElseGet(() -> Protos.tensor(value, values.of(value))));
            } else {
                part.addInput(Protos.typed(value, values.of(value)));
                inputs.put(value, values.of(value));
            }
        }
        ordered.forEach(node -> part.addNode(graph.node(node)));
        outputs.forEach(
                value -> part.addOutput(Protos.ofType(value, values.of(value).dtype())));
        // Before version 4 an initializer had to be an input as well.
        ModelProto.Builder model = graph.model().toBuilder().setGraph(part);
        return new ReproModel(
                model.setIrVersion(Math.max(model.getIrVersion(), OWN_INITIALIZERS))
                        .build(),
                inputs);
    }

    /** The values of these nodes that no other of them takes; at least one. */
    static List<String> leaves(GraphView graph, Collection<Integer> nodes) {
        Set<Integer> inside = Set.copyOf(nodes);
        List<String> leaves = new ArrayList<>();
        for (int node : new TreeSet<>(nodes)) {
            List<String> free = graph.made(node).stream()
                    .filter(value -> graph.isTensor(value)
                            && graph.consumers(value).stream().noneMatch(inside::contains))
                    .toList();
            List<String> used = free.stream()
                    .filter(value -> graph.outputs().contains(value)
                            || !graph.consumers(value).isEmpty())
                    .toList();
            // An output that nobody takes may not even be computed.
            leaves.addAll(used.isEmpty() ? free : used);
        }
        return leaves;
    }

    /** The model's first nodes, with the values that the others and the caller would have taken as outputs. */
    static ReproModel prefix(GraphView graph, ReferenceValues values, int count) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            nodes.add(node);
        }
        Set<String> frontier = new LinkedHashSet<>();
        for (int node : nodes) {
            for (String value : graph.made(node)) {
                boolean wanted = graph.outputs().contains(value)
                        || graph.consumers(value).stream().anyMatch(taker -> taker >= count);
                if (wanted && graph.isTensor(value) && !graph.isConstant(value)) {
                    frontier.add(value);
                }
            }
        }
        Set<Integer> needed = new LinkedHashSet<>();
        frontier.forEach(value -> graph.producer(value).ifPresent(node -> needed.addAll(graph.ancestors(node))));
        return extract(graph, values, needed, frontier);
    }
}
