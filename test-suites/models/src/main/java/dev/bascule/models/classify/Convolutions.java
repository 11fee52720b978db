package dev.bascule.models.classify;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What kinds of convolutions a graph has. Immutable.
 *
 * @param all of them
 * @param squeezes gates of channels by their mean: squeeze and excitation (Hu et al. 2018)
 */
record Convolutions(List<ConvLayer> all, int squeezes) {
    private static final Set<String> MEANS = Set.of("GlobalAveragePool", "ReduceMean");
    private static final Set<String> GATE = Passing.with(
            Passing.BENDS, "Conv", "Gemm", "MatMul", "Add", "Mul", "Div", "Reshape", "Flatten", "Squeeze", "Unsqueeze");
    private static final int WIDE = 7;
    /** Mean, two layers, what lies between them, and changes of shape. */
    private static final int LONGEST_GATE = 10;

    Convolutions {
        all = List.copyOf(all);
    }

    static Convolutions of(GraphView graph) {
        List<ConvLayer> all = graph.nodes().stream()
                .flatMap(node -> ConvLayer.of(graph, node).stream())
                .toList();
        return new Convolutions(all, squeezes(graph));
    }

    private static int squeezes(GraphView graph) {
        return (int) graph.nodes(Set.of("Mul")).stream()
                .filter(mul -> graph.moving(mul).size() == 2)
                .filter(mul -> isGate(graph, mul, 0) || isGate(graph, mul, 1))
                .count();
    }

    /** Whether one side is made of the other one's mean. */
    private static boolean isGate(GraphView graph, Node mul, int side) {
        String gated = graph.moving(mul).get(1 - side);
        return graph.back(
                        graph.moving(mul).get(side),
                        node -> MEANS.contains(node.type())
                                && node.input(0).filter(gated::equals).isPresent(),
                        GATE,
                        LONGEST_GATE)
                .isPresent();
    }

    int depthwise(int rank) {
        return (int) all.stream()
                .filter(conv -> conv.depthwise() && conv.rank() == rank)
                .count();
    }

    /** Depthwise ones of pictures with a kernel of 7 or more. */
    int wideDepthwise() {
        return (int) all.stream()
                .filter(conv -> conv.depthwise() && conv.rank() == 2 && conv.widest() >= WIDE)
                .count();
    }

    int of(int rank) {
        return (int) all.stream()
                .filter(conv -> conv.rank() == rank && !conv.transposed())
                .count();
    }

    int transposed(int rank) {
        return (int) all.stream()
                .filter(conv -> conv.rank() == rank && conv.transposed())
                .count();
    }

    /** Different dilations above one of convolutions along one axis. */
    List<Long> dilations() {
        return all.stream()
                .filter(conv -> conv.rank() == 1)
                .map(ConvLayer::dilation)
                .filter(dilation -> dilation > 1)
                .distinct()
                .sorted()
                .toList();
    }

    /** The one that cuts a picture into tiles of this side or more. */
    Optional<ConvLayer> patches(long least) {
        return all.stream()
                .filter(conv -> conv.rank() == 2 && conv.tiles() && conv.widest() >= least && conv.in() <= 4)
                .findFirst();
    }
}
