package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.GraphView;
import dev.bascule.studies.reduce.SubGraphs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a model may be cut, and the parts of a cut. A cut is a number of nodes: those go before it, the rest after it, in the
 * order of the file, which ONNX demands to be topological. What only depends on constants is made in each part that takes
 * it, and crosses no cut. Immutable.
 */
final class ModelCut {
    private final GraphView graph;
    private final Map<Integer, List<String>> offers = new TreeMap<>();
    private final Map<Integer, String> refusals = new TreeMap<>();

    /**
     * A part as a model of its own.
     *
     * @param inputs what it is fed: the model's inputs, and what parts before it made
     * @param outputs what it brings: the model's outputs, and what parts after it take
     * @param nodes of the graph, without what is made of constants
     */
    record Part(ModelProto model, List<String> inputs, List<String> outputs, int nodes) {
        Part {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }
    }

    ModelCut(ModelProto model) {
        this.graph = new GraphView(model);
        Optional<String> none = model.getGraph().getInitializerList().stream()
                .filter(tensor -> tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL)
                .findFirst()
                .map(tensor -> "its weights are in a file beside it");
        int working = 0;
        long all = count(0, graph.size());
        for (int cut = 1; cut < graph.size(); cut++) {
            working += graph.isConstant(cut - 1) ? 0 : 1;
            if (working == 0 || working == all || graph.isConstant(cut - 1)) {
                continue;
            }
            List<String> boundary = boundary(cut);
            Optional<String> odd = boundary.stream()
                    .filter(value -> !graph.isTensor(value))
                    .findFirst()
                    .map(value -> "'%s' would cross it, which is a sequence or an optional".formatted(value));
            Optional<String> why = none.or(() -> odd);
            if (why.isPresent()) {
                refusals.put(cut, why.get());
            } else {
                offers.put(cut, boundary);
            }
        }
    }

    private long count(int from, int to) {
        long nodes = 0;
        for (int node = from; node < to; node++) {
            nodes += graph.isConstant(node) ? 0 : 1;
        }
        return nodes;
    }

    /** What nodes before a cut make and nodes after it take. */
    private List<String> boundary(int cut) {
        List<String> boundary = new ArrayList<>();
        for (int node = 0; node < cut; node++) {
            for (String value : graph.made(node)) {
                if (!graph.isConstant(value) && graph.consumers(value).stream().anyMatch(taker -> taker >= cut)) {
                    boundary.add(value);
                }
            }
        }
        return boundary;
    }

    /** The cuts that can be made, in order, each with what crosses it. */
    Map<Integer, List<String>> offers() {
        return java.util.Collections.unmodifiableMap(offers);
    }

    /** The cuts that cannot, with the reason. */
    Map<Integer, String> refusals() {
        return java.util.Collections.unmodifiableMap(refusals);
    }

    int size() {
        return graph.size();
    }

    /** {@code after node 40 (Conv_12)}. */
    String words(int cut) {
        String name = graph.node(cut - 1).getName();
        String type = graph.node(cut - 1).getOpType();
        return "after node %d of %d (%s)".formatted(cut, graph.size(), name.isEmpty() ? type : name);
    }

    /** Either a cut, or why it is none. */
    sealed interface Found {
        record At(int cut) implements Found {}

        record Nowhere(String why) implements Found {}
    }

    /** The cut that a word means: a fraction, a number of nodes, or the name of the last node or of a value it makes. */
    Found find(String word) {
        if (offers.isEmpty()) {
            return new Found.Nowhere(
                    refusals.isEmpty()
                            ? "it has no two nodes to cut between"
                            : "no cut can be made: "
                                    + refusals.values().iterator().next());
        }
        if (word.matches("0?\\.\\d+")) {
            long wanted = Math.round(Double.parseDouble(word) * graph.size());
            return new Found.At(offers.keySet().stream()
                    .min(java.util.Comparator.comparingLong(cut -> Math.abs(cut - wanted)))
                    .orElseThrow());
        }
        Optional<Integer> cut = word.matches("\\d{1,9}")
                ? Optional.of(Integer.parseInt(word))
                : named(word).map(node -> node + 1);
        if (cut.isEmpty()) {
            return new Found.Nowhere(
                    inBody(word)
                            ? "'%s' is in the body of an If or Loop: a cut goes between the graph's own nodes"
                                    .formatted(word)
                            : "there is no node or value '%s'".formatted(word));
        }
        if (offers.containsKey(cut.get())) {
            return new Found.At(cut.get());
        }
        return new Found.Nowhere(
                Optional.ofNullable(refusals.get(cut.get()))
                        .orElse(
                                "there is nothing to compute on one side of it, or it is behind a node that only makes constants"));
    }

    private Optional<Integer> named(String word) {
        for (int node = 0; node < graph.size(); node++) {
            if (graph.node(node).getName().equals(word)) {
                return Optional.of(node);
            }
        }
        return graph.producer(word);
    }

    private boolean inBody(String word) {
        return graph.model().getGraph().getNodeList().stream()
                .flatMap(node -> node.getAttributeList().stream())
                .anyMatch(attribute -> attribute.hasG() && has(attribute.getG(), word));
    }

    private static boolean has(GraphProto body, String word) {
        return body.getNodeList().stream()
                .anyMatch(node -> node.getName().equals(word)
                        || node.getOutputList().contains(word)
                        || node.getAttributeList().stream()
                                .anyMatch(attribute -> attribute.hasG() && has(attribute.getG(), word)));
    }

    /**
     * The parts between these cuts.
     *
     * @param values what crosses each of them, once computed: its type and shape are what the parts declare
     */
    List<Part> parts(List<Integer> cuts, Map<String, Tensor> values) {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        for (int cut : new TreeSet<>(cuts)) {
            parts.add(part(from, cut, values));
            from = cut;
        }
        parts.add(part(from, graph.size(), values));
        return parts;
    }

    private Part part(int from, int to, Map<String, Tensor> values) {
        TreeSet<Integer> nodes = new TreeSet<>();
        int working = 0;
        for (int node = from; node < to; node++) {
            if (!graph.isConstant(node) || makesOutput(node)) {
                nodes.add(node);
                working++;
            }
        }
        addConstants(nodes);
        Set<String> made = new LinkedHashSet<>();
        Set<String> taken = new LinkedHashSet<>();
        nodes.forEach(node -> {
            made.addAll(graph.made(node));
            taken.addAll(graph.taken(node));
        });
        GraphProto whole = graph.model().getGraph();
        GraphProto.Builder part = GraphProto.newBuilder().setName(whole.getName());
        nodes.forEach(node -> part.addNode(graph.node(node)));
        whole.getInitializerList().stream()
                .filter(tensor -> taken.contains(tensor.getName()))
                .forEach(part::addInitializer);
        whole.getSparseInitializerList().stream()
                .filter(tensor -> taken.contains(tensor.getValues().getName()))
                .forEach(part::addSparseInitializer);
        Map<String, ValueInfoProto> inputs = new LinkedHashMap<>();
        whole.getInputList().forEach(input -> inputs.put(input.getName(), input));
        List<String> fed = taken.stream()
                .filter(value -> !made.contains(value) && !graph.isConstant(value))
                .toList();
        fed.forEach(value -> part.addInput(
                inputs.containsKey(value) ? inputs.get(value) : Protos.typed(value, tensor(values, value))));
        List<String> brought = new ArrayList<>();
        for (int node = from; node < to; node++) {
            for (String value : graph.made(node)) {
                if (graph.outputs().contains(value)) {
                    brought.add(value);
                } else if (!graph.isConstant(value)
                        && graph.consumers(value).stream().anyMatch(taker -> taker >= to)) {
                    brought.add(value);
                    part.addOutput(Protos.typed(value, tensor(values, value)));
                }
            }
        }
        whole.getOutputList().stream()
                .filter(output -> brought.contains(output.getName()))
                .forEach(part::addOutput);
        whole.getValueInfoList().stream()
                .filter(info -> made.contains(info.getName()) && !brought.contains(info.getName()))
                .forEach(part::addValueInfo);
        ModelProto.Builder model = graph.model().toBuilder().setGraph(part);
        return new Part(
                model.setIrVersion(Math.max(model.getIrVersion(), SubGraphs.OWN_INITIALIZERS))
                        .build(),
                fed,
                brought,
                working);
    }

    private boolean makesOutput(int node) {
        return graph.made(node).stream().anyMatch(graph.outputs()::contains);
    }

    /** What the nodes take that is made of constants, however far back. */
    private void addConstants(TreeSet<Integer> nodes) {
        List<Integer> open = new ArrayList<>(nodes);
        while (!open.isEmpty()) {
            for (String value : graph.taken(open.remove(open.size() - 1))) {
                graph.producer(value)
                        .filter(node -> graph.isConstant(value) && nodes.add(node))
                        .ifPresent(open::add);
            }
        }
    }

    private static Tensor tensor(Map<String, Tensor> values, String value) {
        return Optional.ofNullable(values.get(value))
                .orElseThrow(() -> new IllegalStateException("the value of '%s' is not known".formatted(value)));
    }
}
