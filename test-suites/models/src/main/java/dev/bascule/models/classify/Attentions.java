package dev.bascule.models.classify;

import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Attention, and what goes from step to step. Immutable.
 *
 * @param spelled blocks of product, softmax, product
 * @param fused operators that are attention, such as {@code GroupQueryAttention}
 * @param scaled how many of the spelled ones divide their scores by a constant
 * @param carried names of inputs by those of the outputs that they come back as: states, caches of keys and values
 * @param crossed inputs that attention looks at and that do not come back
 */
record Attentions(int spelled, List<Node> fused, int scaled, Map<String, String> carried, List<String> crossed) {
    private static final Set<String> PRODUCTS =
            Set.of("MatMul", "MatMulInteger", "QLinearMatMul", "FusedMatMul", "Einsum", "Gemm");
    private static final Set<String> FUSED = Set.of(
            "Attention",
            "MultiHeadAttention",
            "GroupQueryAttention",
            "QAttention",
            "PackedAttention",
            "PackedMultiHeadAttention",
            "DecoderMaskedMultiHeadAttention",
            "DecoderMaskedSelfAttention",
            "SparseAttention",
            "PagedAttention",
            "LongformerAttention");
    private static final Set<String> CARRIERS = Passing.with(
            FUSED, "Concat", "Where", "ScatterND", "ScatterElements", "TensorScatter", "LSTM", "GRU", "RNN");
    private static final Set<String> OUT = Passing.with(Passing.CUTS, "Where", "Add");
    /** Of ONNX's recurrent operators: the state at the beginning, and of LSTM the cell's after it. */
    private static final int FIRST_STATE = 5;
    /** From scores to softmax, masks and changes of shape on the way. */
    private static final int LONGEST = 12;

    Attentions {
        fused = List.copyOf(fused);
        carried = Collections.unmodifiableMap(new LinkedHashMap<>(carried));
        crossed = List.copyOf(crossed);
    }

    static Attentions of(GraphView graph) {
        int spelled = 0;
        int scaled = 0;
        for (Node softmax : graph.nodes(Set.of("Softmax"))) {
            Optional<Node> scores = softmax.input(0)
                    .flatMap(value -> graph.back(value, node -> isProduct(graph, node), Passing.SCALES, LONGEST));
            boolean looksUp = !graph.ahead(softmax.output(), node -> isProduct(graph, node), Passing.SCALES, LONGEST)
                    .isEmpty();
            if (scores.isPresent() && looksUp) {
                spelled++;
                scaled += isScaled(graph, scores.get()) ? 1 : 0;
            }
        }
        Map<String, String> carried = carried(graph);
        return new Attentions(spelled, graph.nodes(FUSED), scaled, carried, crossed(graph, carried));
    }

    /** A product of two values neither of which is a weight. */
    private static boolean isProduct(GraphView graph, Node node) {
        int second = node.type().equals("QLinearMatMul") ? 3 : 1;
        return PRODUCTS.contains(node.type())
                && node.input(0).filter(value -> !graph.isConstant(value)).isPresent()
                && node.input(second).filter(value -> !graph.isConstant(value)).isPresent();
    }

    private static boolean isScaled(GraphView graph, Node scores) {
        boolean after = graph.takers(scores.output()).stream().anyMatch(node -> scales(graph, node));
        boolean before = graph.moving(scores).stream()
                .anyMatch(side -> graph.back(side, node -> scales(graph, node), Passing.MOVES, 4)
                        .isPresent());
        return after || before;
    }

    private static boolean scales(GraphView graph, Node node) {
        return Set.of("Mul", "Div").contains(node.type())
                && node.inputs().stream()
                        .anyMatch(value -> graph.weight(value)
                                .filter(dims -> dims.stream().allMatch(size -> size == 1))
                                .isPresent());
    }

    private static Map<String, String> carried(GraphView graph) {
        Map<String, String> pairs = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Port input : graph.inputs()) {
            if (rank(input).filter(rank -> rank >= 2).isEmpty()) {
                continue;
            }
            List<Node> carriers =
                    graph.ahead(input.name(), node -> CARRIERS.contains(node.type()), Passing.CUTS, LONGEST).stream()
                            .filter(node ->
                                    !Sequences.RECURRENT.contains(node.type()) || isState(graph, input.name(), node))
                            .toList();
            graph.outputs().stream()
                    .filter(output -> !taken.contains(output.name()) && fits(input, output))
                    .filter(output -> carriers.stream().anyMatch(carrier -> comesOut(graph, carrier, output.name())))
                    .findFirst()
                    .ifPresent(output -> {
                        taken.add(output.name());
                        pairs.put(input.name(), output.name());
                    });
        }
        return pairs;
    }

    /** Whether a recurrent node begins with it, and does not go along it. */
    private static boolean isState(GraphView graph, String input, Node recurrent) {
        return Stream.of(FIRST_STATE, FIRST_STATE + 1)
                .flatMap(index -> recurrent.input(index).stream())
                .anyMatch(value -> value.equals(input)
                        || graph.back(value, node -> passes(node, input), Passing.CUTS, LONGEST)
                                .isPresent());
    }

    private static boolean passes(Node node, String input) {
        return (node.isLink() || Passing.CUTS.contains(node.type()))
                && node.inputs().contains(input);
    }

    private static boolean comesOut(GraphView graph, Node carrier, String output) {
        return graph.back(output, node -> node == carrier, OUT, LONGEST).isPresent();
    }

    private static boolean fits(Port input, Port output) {
        List<Dim> from = Feed.dims(input);
        List<Dim> to = Feed.dims(output);
        if (to.isEmpty()) {
            return true;
        }
        if (from.size() != to.size() || !(element(input).equals(element(output)))) {
            return false;
        }
        int apart = 0;
        for (int axis = 0; axis < from.size(); axis++) {
            boolean fixed = from.get(axis) instanceof Dim.Fixed && to.get(axis) instanceof Dim.Fixed;
            apart += fixed && !from.get(axis).equals(to.get(axis)) ? 1 : 0;
        }
        // A cache grows along one axis.
        return apart <= 1;
    }

    private static Optional<Integer> rank(Port port) {
        return port.type() instanceof ValueType.TensorType tensor
                        && tensor.dtype().isFloat()
                ? tensor.dims().map(List::size)
                : Optional.empty();
    }

    private static String element(Port port) {
        return port.type() instanceof ValueType.TensorType tensor
                ? tensor.dtype().wireName()
                : port.type().toString();
    }

    private static List<String> crossed(GraphView graph, Map<String, String> carried) {
        List<String> found = new ArrayList<>();
        for (Port input : graph.inputs()) {
            boolean keys = rank(input).filter(rank -> rank == 4).isPresent()
                    && !carried.containsKey(input.name())
                    && !graph.ahead(
                                    input.name(),
                                    node -> isProduct(graph, node) || FUSED.contains(node.type()),
                                    Passing.MOVES,
                                    LONGEST)
                            .isEmpty();
            if (keys) {
                found.add(input.name());
            }
        }
        return found;
    }

    int blocks() {
        return spelled + fused.size();
    }

    /** Caches of keys and values among what is carried: there are at least two, and attention. */
    boolean caches() {
        return blocks() > 0 && carried.size() >= 2;
    }
}
