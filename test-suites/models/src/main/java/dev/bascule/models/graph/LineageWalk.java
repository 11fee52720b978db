package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.numerics.Lineage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Walks a model's graph from its inputs, sub-graphs and functions included. A body that runs several times counts once: how often
 * is not in the file. Used for one model and thrown away.
 */
final class LineageWalk {
    /** They move values and round nothing. */
    private static final Set<String> MOVES = Set.of(
            "Identity",
            "Reshape",
            "Transpose",
            "Squeeze",
            "Unsqueeze",
            "Flatten",
            "Slice",
            "Split",
            "Concat",
            "Gather",
            "GatherElements",
            "GatherND",
            "Expand",
            "Tile",
            "Pad",
            "DepthToSpace",
            "SpaceToDepth",
            "Shape",
            "Size",
            "Dropout",
            "ReverseSequence",
            "SequenceConstruct",
            "SequenceAt",
            "SequenceInsert",
            "ConcatFromSequence",
            "SplitToSequence",
            "ScatterND",
            "ScatterElements",
            "Compress",
            "Where",
            "NonZero",
            "Trilu",
            "Optional",
            "OptionalGetElement");
    /** What they give is one of the values that they take, or lies between them. */
    private static final Set<String> WITHIN = Set.of(
            "Cast",
            "CastLike",
            "Relu",
            "Clip",
            "Max",
            "Min",
            "Neg",
            "Abs",
            "MaxPool",
            "GlobalMaxPool",
            "AveragePool",
            "GlobalAveragePool",
            "ReduceMax",
            "ReduceMin",
            "ReduceMean",
            "TopK",
            "Resize",
            "Upsample");
    /** From −1 or 0 to 1. */
    private static final Set<String> SATURATING = Set.of(
            "Sigmoid",
            "HardSigmoid",
            "Softmax",
            "LogSoftmax",
            "Tanh",
            "Erf",
            "Softsign",
            "Sin",
            "Cos",
            "LSTM",
            "GRU",
            "RNN");

    private static final int ROUNDS = 3;
    /** A function that calls itself is no ONNX, and must not hang who reads it; nor one that calls many that call many. */
    private static final int DEEPEST = 32;

    private static final int MOST_VISITS = 1_000_000;

    private final ModelProto model;
    private int visits;
    private final Map<String, FunctionProto> functions = new HashMap<>();

    LineageWalk(ModelProto model) {
        this.model = model;
        model.getFunctionsList()
                .forEach(function -> functions.put(function.getDomain() + ":" + function.getName(), function));
    }

    /** Of every value of the main graph that depends on what is fed. */
    Map<String, Lineage> values() {
        GraphProto graph = model.getGraph();
        Set<String> held = new HashSet<>();
        graph.getInitializerList().forEach(tensor -> held.add(tensor.getName()));
        Map<String, Lineage> values = new HashMap<>();
        graph.getInputList().stream()
                .map(ValueInfoProto::getName)
                .filter(name -> !held.contains(name))
                .forEach(name -> values.put(name, Lineage.of(0)));
        // Once is enough for nodes in their order, which ONNX asks for; engines take others as well.
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, Lineage> before = Map.copyOf(values);
            visits = 0;
            walk(graph.getNodeList(), values, 0);
            if (values.equals(before)) {
                return values;
            }
        }
        return values;
    }

    private void walk(List<NodeProto> nodes, Map<String, Lineage> values, int nesting) {
        nodes.forEach(node -> node(node, values, nesting));
    }

    private void node(NodeProto node, Map<String, Lineage> values, int nesting) {
        List<Lineage> taken = node.getInputList().stream()
                .map(name -> Optional.ofNullable(values.get(name)))
                .flatMap(Optional::stream)
                .toList();
        int before = taken.stream().mapToInt(Lineage::depth).max().orElse(0);
        visits++;
        List<List<Lineage>> inner =
                nesting < DEEPEST && visits < MOST_VISITS ? inner(node, values, before, nesting) : List.of();
        boolean depends = !taken.isEmpty() || inner.stream().anyMatch(outputs -> !outputs.isEmpty()) || isSource(node);
        if (!depends) {
            return;
        }
        for (int i = 0; i < node.getOutputCount(); i++) {
            String name = node.getOutput(i);
            if (!name.isEmpty()) {
                values.put(name, made(node, i, taken, before, inner));
            }
        }
    }

    /** What depends on nothing and is no constant: random numbers. */
    private static boolean isSource(NodeProto node) {
        return node.getOpType().startsWith("Random");
    }

    private Lineage made(NodeProto node, int output, List<Lineage> taken, int before, List<List<Lineage>> inner) {
        if (!inner.isEmpty()) {
            List<Lineage> bodies = inner.stream()
                    .map(outputs -> output < outputs.size() ? outputs.get(output) : Lineage.of(before))
                    .toList();
            int depth = bodies.stream().mapToInt(Lineage::depth).max().orElse(before);
            return new Lineage(Math.max(before, depth), span(bodies.stream()));
        }
        String type = node.getOpType();
        if (!isStandard(node)) {
            return Lineage.of(before + 1);
        }
        if (MOVES.contains(type)) {
            return new Lineage(before, span(taken.stream()));
        }
        boolean isCellState = type.equals("LSTM") && output == 2;
        if (SATURATING.contains(type) && !isCellState) {
            return new Lineage(before + 1, OptionalDouble.of(1));
        }
        boolean isProduct = type.equals("Mul")
                && taken.size() == node.getInputCount()
                && taken.stream().allMatch(value -> value.span().isPresent());
        return new Lineage(
                before + 1, WITHIN.contains(type) || isProduct ? span(taken.stream()) : OptionalDouble.empty());
    }

    private static OptionalDouble span(Stream<Lineage> values) {
        return values.flatMapToDouble(value -> value.span().stream()).max();
    }

    private static boolean isStandard(NodeProto node) {
        return node.getDomain().isEmpty() || node.getDomain().equals(ModelInspection.DEFAULT_DOMAIN);
    }

    /** What the outputs of each body are the work of, in the order of the node's outputs; empty where it has none. */
    private List<List<Lineage>> inner(NodeProto node, Map<String, Lineage> values, int before, int nesting) {
        List<List<Lineage>> found = new ArrayList<>();
        Optional.ofNullable(functions.get(node.getDomain() + ":" + node.getOpType()))
                .ifPresent(function -> found.add(called(function, node, values, nesting)));
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                found.add(body(node, attribute.getG(), values, before, nesting));
            }
            attribute.getGraphsList().forEach(graph -> found.add(body(node, graph, values, before, nesting)));
        }
        return found;
    }

    private List<Lineage> called(FunctionProto function, NodeProto node, Map<String, Lineage> values, int nesting) {
        Map<String, Lineage> scope = new HashMap<>();
        for (int i = 0; i < Math.min(function.getInputCount(), node.getInputCount()); i++) {
            String formal = function.getInput(i);
            Optional.ofNullable(values.get(node.getInput(i))).ifPresent(value -> scope.put(formal, value));
        }
        walk(function.getNodeList(), scope, nesting + 1);
        return outputs(function.getOutputList().stream(), scope);
    }

    private List<Lineage> body(NodeProto node, GraphProto body, Map<String, Lineage> values, int before, int nesting) {
        Map<String, Lineage> scope = new HashMap<>(values);
        body.getInputList().forEach(input -> scope.put(input.getName(), Lineage.of(before)));
        walk(body.getNodeList(), scope, nesting + 1);
        // The first output of a loop's body says whether it goes on.
        int skip = node.getOpType().equals("Loop") ? 1 : 0;
        return outputs(
                body.getOutputList().stream().map(ValueInfoProto::getName).skip(skip), scope);
    }

    private static List<Lineage> outputs(Stream<String> names, Map<String, Lineage> scope) {
        return names.map(name -> scope.getOrDefault(name, Lineage.of(0))).toList();
    }
}
