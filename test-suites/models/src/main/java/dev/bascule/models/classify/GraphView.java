package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.Ports;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A model's nodes with who makes and who takes each value, bodies of If, Loop and Scan and local functions among them. Names of
 * nodes and values serve to join them and tell nothing. Immutable.
 */
final class GraphView {
    private final List<Node> nodes;
    private final Map<String, Node> makers = new HashMap<>();
    private final Map<String, List<Node>> takers = new HashMap<>();
    private final Map<String, List<Long>> weights;
    private final Set<String> constants = new HashSet<>();
    private final List<Port> inputs = new ArrayList<>();
    private final List<Port> outputs;

    private GraphView(ModelProto model) {
        FlatGraph flat = FlatGraph.of(model);
        this.nodes = flat.nodes();
        this.weights = flat.weights();
        this.outputs = model.getGraph().getOutputList().stream().map(Ports::of).toList();
        constants.addAll(weights.keySet());
        for (ValueInfoProto input : model.getGraph().getInputList()) {
            if (!weights.containsKey(input.getName())) {
                inputs.add(Ports.of(input));
            }
        }
        for (Node node : nodes) {
            node.outputs().forEach(output -> makers.putIfAbsent(output, node));
            for (String input : new HashSet<>(node.inputs())) {
                takers.computeIfAbsent(input, any -> new ArrayList<>()).add(node);
            }
            boolean told = node.inputs().stream().allMatch(input -> input.isEmpty() || constants.contains(input));
            if (told && !node.inputs().isEmpty()) {
                constants.addAll(node.outputs());
            }
        }
    }

    static GraphView of(ModelProto model) {
        return new GraphView(model);
    }

    /** In the model's order, without links. */
    List<Node> nodes() {
        return nodes.stream().filter(node -> !node.isLink()).toList();
    }

    List<Node> nodes(Set<String> types) {
        return nodes.stream().filter(node -> types.contains(node.type())).toList();
    }

    int count(Set<String> types) {
        return nodes(types).size();
    }

    /** What has to be fed, initializers excluded. */
    List<Port> inputs() {
        return Collections.unmodifiableList(inputs);
    }

    List<Port> outputs() {
        return outputs;
    }

    Optional<Node> maker(String value) {
        return Optional.ofNullable(makers.get(value));
    }

    List<Node> takers(String value) {
        return Collections.unmodifiableList(takers.getOrDefault(value, List.of()));
    }

    /** Whether a value follows from weights alone. */
    boolean isConstant(String value) {
        return constants.contains(value);
    }

    /** The inputs that do not follow from weights alone. */
    List<String> moving(Node node) {
        return node.inputs().stream()
                .filter(input -> !input.isEmpty() && !isConstant(input))
                .toList();
    }

    /** The sizes of a weight, also where it is turned, converted or dequantized on its way. */
    Optional<List<Long>> weight(String value) {
        Optional<List<Long>> own = Optional.ofNullable(weights.get(value));
        if (own.isPresent() || !isConstant(value)) {
            return own;
        }
        Optional<Node> maker = maker(value).filter(node -> node.isLink() || Passing.CONVERTS.contains(node.type()));
        Optional<List<Long>> before = maker.flatMap(node -> node.input(0)).flatMap(this::weight);
        if (maker.filter(node -> node.type().equals("Transpose")).isEmpty()) {
            return before;
        }
        return before.map(dims -> {
            List<Long> turned = new ArrayList<>(dims);
            Collections.reverse(turned);
            return turned;
        });
    }

    /** The nearest node behind a value, through the given operators and no more than so many. */
    Optional<Node> back(String value, Predicate<Node> wanted, Set<String> through, int most) {
        Deque<String> now = new ArrayDeque<>(List.of(value));
        Set<String> seen = new HashSet<>(now);
        for (int step = 0; step < most && !now.isEmpty(); step++) {
            Deque<String> next = new ArrayDeque<>();
            for (String each : now) {
                Optional<Node> maker = maker(each);
                if (maker.filter(wanted).isPresent()) {
                    return maker;
                }
                maker.filter(node -> node.isLink() || through.contains(node.type()))
                        .ifPresent(node -> moving(node).forEach(input -> {
                            if (seen.add(input)) {
                                next.add(input);
                            }
                        }));
            }
            now = next;
        }
        return Optional.empty();
    }

    /** All nodes before a value that are wanted, through the given operators and no more than so many. */
    List<Node> ahead(String value, Predicate<Node> wanted, Set<String> through, int most) {
        List<Node> found = new ArrayList<>();
        Deque<String> now = new ArrayDeque<>(List.of(value));
        Set<String> seen = new HashSet<>(now);
        for (int step = 0; step < most && !now.isEmpty(); step++) {
            Deque<String> next = new ArrayDeque<>();
            for (String each : now) {
                for (Node node : takers(each)) {
                    if (wanted.test(node)) {
                        found.add(node);
                    } else if (node.isLink() || through.contains(node.type())) {
                        node.outputs().stream().filter(seen::add).forEach(next::add);
                    }
                }
            }
            now = next;
        }
        return found;
    }
}
