package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A model's graph: who makes and who takes each value. Nodes are known by their index, which ONNX demands to be a
 * topological order; a node with graphs inside (If, Loop, Scan) takes what these capture. Immutable.
 */
public final class GraphView {
    /** Operators whose values are no tensors; they are looked at through what takes them. */
    private static final Set<String> NO_TENSORS = Set.of(
            "SequenceConstruct",
            "SequenceEmpty",
            "SequenceErase",
            "SequenceInsert",
            "SequenceMap",
            "SplitToSequence",
            "Optional",
            "ZipMap");

    private static final Set<String> RANDOM = Set.of(
            "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli");

    private final ModelProto model;
    private final List<NodeProto> nodes;
    private final Map<String, Integer> producers = new HashMap<>();
    private final Map<String, List<Integer>> consumers = new HashMap<>();
    private final Map<String, TensorProto> initializers = new LinkedHashMap<>();
    private final Set<String> constants = new HashSet<>();
    private final Set<String> outputs = new LinkedHashSet<>();
    private final Set<String> noTensors = new HashSet<>();
    private final List<List<String>> inputs = new ArrayList<>();

    public GraphView(ModelProto model) {
        this.model = model;
        GraphProto graph = model.getGraph();
        this.nodes = graph.getNodeList();
        graph.getInitializerList().forEach(tensor -> initializers.put(tensor.getName(), tensor));
        graph.getSparseInitializerList()
                .forEach(tensor -> constants.add(tensor.getValues().getName()));
        constants.addAll(initializers.keySet());
        graph.getOutputList().stream().map(ValueInfoProto::getName).forEach(outputs::add);
        for (int index = 0; index < nodes.size(); index++) {
            NodeProto node = nodes.get(index);
            List<String> taken = List.copyOf(taken(node));
            inputs.add(taken);
            int here = index;
            taken.forEach(name ->
                    consumers.computeIfAbsent(name, any -> new ArrayList<>()).add(here));
            boolean constant = constants.containsAll(taken) && !RANDOM.contains(node.getOpType());
            boolean opaque = NO_TENSORS.contains(node.getOpType())
                    || taken.stream().anyMatch(noTensors::contains)
                            && (node.getOpType().equals("Identity") || hasGraphs(node));
            for (String output : made(index)) {
                producers.put(output, index);
                if (constant) {
                    constants.add(output);
                }
                if (opaque) {
                    noTensors.add(output);
                }
            }
        }
    }

    public ModelProto model() {
        return model;
    }

    public int size() {
        return nodes.size();
    }

    public NodeProto node(int index) {
        return nodes.get(index);
    }

    public Optional<Integer> producer(String value) {
        return Optional.ofNullable(producers.get(value));
    }

    public List<Integer> consumers(String value) {
        return consumers.getOrDefault(value, List.of());
    }

    public Optional<TensorProto> initializer(String value) {
        return Optional.ofNullable(initializers.get(value));
    }

    /** The model's outputs. */
    public Set<String> outputs() {
        return outputs;
    }

    /** Whether a value is the same whatever the model is fed. */
    public boolean isConstant(String value) {
        return constants.contains(value);
    }

    /** Whether a node only makes constants. */
    public boolean isConstant(int index) {
        return made(index).stream().allMatch(constants::contains);
    }

    public boolean isTensor(String value) {
        return !noTensors.contains(value);
    }

    /** The values that a node takes, captured ones included, each once. */
    public List<String> taken(int index) {
        return inputs.get(index);
    }

    /** The values that a node makes; outputs left out are not among them. */
    public List<String> made(int index) {
        return nodes.get(index).getOutputList().stream()
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Values that may be laid open, in the graph's order: tensors that depend on the inputs, are read, and are no outputs. */
    public List<String> innerValues() {
        return IntStream.range(0, size())
                .boxed()
                .flatMap(node -> made(node).stream())
                .filter(value -> isTensor(value)
                        && !isConstant(value)
                        && !outputs.contains(value)
                        && !consumers(value).isEmpty())
                .toList();
    }

    /** The nodes whose values a node takes, constants left out. */
    Set<Integer> parents(int index) {
        Set<Integer> parents = new LinkedHashSet<>();
        taken(index)
                .forEach(value ->
                        producer(value).filter(node -> !isConstant(node)).ifPresent(parents::add));
        return parents;
    }

    /** All nodes that the node needs, itself included, constants left out. */
    public Set<Integer> ancestors(int index) {
        Set<Integer> all = new LinkedHashSet<>(Set.of(index));
        List<Integer> open = new ArrayList<>(all);
        while (!open.isEmpty()) {
            for (int parent : parents(open.remove(open.size() - 1))) {
                if (all.add(parent)) {
                    open.add(parent);
                }
            }
        }
        return all;
    }

    private static boolean hasGraphs(NodeProto node) {
        return node.getAttributeList().stream()
                .anyMatch(attribute -> attribute.hasG() || attribute.getGraphsCount() > 0);
    }

    /** What a node takes from outside, by name. */
    public static Set<String> taken(NodeProto node) {
        Set<String> names = new LinkedHashSet<>(node.getInputList());
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                names.addAll(captured(attribute.getG()));
            }
            attribute.getGraphsList().forEach(graph -> names.addAll(captured(graph)));
        }
        names.remove("");
        return names;
    }

    /** What a graph inside a node takes from outside of itself. */
    static Set<String> captured(GraphProto graph) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> own = new HashSet<>();
        graph.getInputList().forEach(input -> own.add(input.getName()));
        graph.getInitializerList().forEach(tensor -> own.add(tensor.getName()));
        for (NodeProto node : graph.getNodeList()) {
            taken(node).stream().filter(name -> !own.contains(name)).forEach(names::add);
            own.addAll(node.getOutputList());
        }
        graph.getOutputList().stream()
                .map(ValueInfoProto::getName)
                .filter(name -> !own.contains(name))
                .forEach(names::add);
        return names;
    }
}
