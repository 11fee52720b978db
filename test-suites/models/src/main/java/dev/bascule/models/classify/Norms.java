package dev.bascule.models.classify;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Normalisation over the last axis, as an operator or spelled out. Immutable.
 *
 * @param layer those that subtract the mean (Ba et al. 2016)
 * @param meanSquare those that do not (Zhang and Sennrich 2019)
 * @param widths of what they normalise
 */
record Norms(int layer, int meanSquare, SortedSet<Long> widths) {
    private static final Set<String> LAYER =
            Set.of("LayerNormalization", "SkipLayerNormalization", "EmbedLayerNormalization");
    private static final Set<String> MEAN_SQUARE =
            Set.of("SimplifiedLayerNormalization", "SkipSimplifiedLayerNormalization", "RMSNormalization");

    Norms {
        widths = Collections.unmodifiableSortedSet(new TreeSet<>(widths));
    }

    static Norms of(GraphView graph) {
        int layer = 0;
        int meanSquare = 0;
        SortedSet<Long> widths = new TreeSet<>();
        for (Node node : graph.nodes()) {
            if (LAYER.contains(node.type()) || MEAN_SQUARE.contains(node.type())) {
                layer += LAYER.contains(node.type()) ? 1 : 0;
                meanSquare += MEAN_SQUARE.contains(node.type()) ? 1 : 0;
                node.inputs().stream()
                        .flatMap(value -> graph.weight(value).stream())
                        .filter(dims -> dims.size() == 1)
                        .findFirst()
                        .ifPresent(dims -> widths.add(dims.get(0)));
            }
            Optional<Node> spelled = spelled(graph, node);
            if (spelled.isPresent()) {
                boolean centred = graph.moving(spelled.get()).stream()
                        .anyMatch(value -> graph.maker(value)
                                .filter(maker -> maker.type().equals("Sub"))
                                .isPresent());
                layer += centred ? 1 : 0;
                meanSquare += centred ? 0 : 1;
                gain(graph, spelled.get()).ifPresent(widths::add);
            }
        }
        return new Norms(layer, meanSquare, widths);
    }

    /** What a value is divided by the root of its mean square with, where this node is that root. */
    private static Optional<Node> spelled(GraphView graph, Node root) {
        if (!root.type().equals("Sqrt")) {
            return Optional.empty();
        }
        boolean ofMean = root.input(0)
                .flatMap(value -> graph.back(
                        value, node -> node.type().equals("ReduceMean"), Set.of("Add", "Cast", "Identity"), 4))
                .isPresent();
        if (!ofMean) {
            return Optional.empty();
        }
        for (Node taker : graph.takers(root.output())) {
            boolean inverse = taker.type().equals("Reciprocal")
                    || taker.type().equals("Div")
                            && taker.input(0).filter(graph::isConstant).isPresent();
            if (inverse) {
                return graph.takers(taker.output()).stream()
                        .filter(node -> node.type().equals("Mul"))
                        .findFirst();
            }
            if (taker.type().equals("Div")) {
                return Optional.of(taker);
            }
        }
        return Optional.empty();
    }

    private static Optional<Long> gain(GraphView graph, Node divided) {
        return graph
                .ahead(
                        divided.output(),
                        node -> node.type().equals("Mul")
                                && node.inputs().stream()
                                        .anyMatch(value -> graph.weight(value)
                                                .filter(dims -> dims.size() == 1)
                                                .isPresent()),
                        Set.of("Cast"),
                        2)
                .stream()
                .flatMap(node -> node.inputs().stream())
                .flatMap(value -> graph.weight(value).stream())
                .filter(dims -> dims.size() == 1)
                .map(dims -> dims.get(0))
                .findFirst();
    }

    int all() {
        return layer + meanSquare;
    }

    /** Such as {@code 96, 192, 384}. */
    String widthsText() {
        return String.join(", ", widths.stream().map(String::valueOf).toList());
    }
}
