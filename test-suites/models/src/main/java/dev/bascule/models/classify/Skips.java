package dev.bascule.models.classify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ways around layers of convolutions. Immutable.
 *
 * @param residuals sums of what convolutions made of a value and that value (He et al. 2016)
 * @param dense joins of all that an earlier join had and of what convolutions made of it (Huang et al. 2017)
 * @param joins of something enlarged with something from before (Ronneberger et al. 2015)
 * @param shuffles of channels between groups (Zhang et al. 2018)
 * @param fires joins of a 1×1 and a wider convolution of one value (Iandola et al. 2016)
 * @param branches joins of three or more convolutions of different sizes (Szegedy et al. 2015)
 * @param grids joins of rows that are flattened from three or more maps (Liu et al. 2016)
 * @param enlarges nodes that make pictures or sounds larger
 */
record Skips(int residuals, int dense, int joins, int shuffles, int fires, int branches, int grids, int enlarges) {
    private static final Set<String> ENLARGES = Set.of("Resize", "Upsample", "ConvTranspose", "DepthToSpace");
    private static final Set<String> SHORTCUT =
            Passing.with(Passing.BETWEEN_CONVOLUTIONS, "Conv", "MaxPool", "AveragePool", "Slice", "QLinearConv");
    private static final Set<String> LAYERS =
            Passing.with(Passing.BETWEEN_CONVOLUTIONS, "Conv", "QLinearConv", "AveragePool", "MaxPool", "Add");
    private static final Set<String> BENT =
            Passing.with(Passing.BENDS, "BatchNormalization", "Mul", "Add", "MaxPool", "AveragePool", "Unsqueeze");
    private static final Set<String> FLATTENS = Set.of("Reshape", "Flatten", "Transpose");
    private static final int LONGEST_BLOCK = 16;
    private static final int SEVERAL = 3;

    static Skips of(GraphView graph) {
        int residuals = 0;
        int joins = 0;
        int fires = 0;
        int branches = 0;
        int grids = 0;
        for (Node node : graph.nodes()) {
            residuals += isResidual(graph, node) ? 1 : 0;
            joins += isJoin(graph, node) ? 1 : 0;
            fires += isFire(graph, node) ? 1 : 0;
            branches += isBranching(graph, node) ? 1 : 0;
            grids += isOfGrids(graph, node) ? 1 : 0;
        }
        return new Skips(
                residuals, dense(graph), joins, shuffles(graph), fires, branches, grids, graph.count(ENLARGES));
    }

    private static boolean isResidual(GraphView graph, Node node) {
        List<String> sides = graph.moving(node);
        if (!Set.of("Add", "Sum", "QLinearAdd").contains(node.type()) || sides.size() != 2) {
            return false;
        }
        List<String> left = chain(graph, sides.get(0));
        List<String> right = chain(graph, sides.get(1));
        Optional<String> meet = left.stream().filter(right::contains).findFirst();
        return meet.isPresent()
                && convolutions(graph, left.subList(0, left.indexOf(meet.get())))
                                + convolutions(graph, right.subList(0, right.indexOf(meet.get())))
                        > 0;
    }

    /** A value and those before it, one by one, as far as layers follow each other. */
    private static List<String> chain(GraphView graph, String value) {
        List<String> chain = new ArrayList<>(List.of(value));
        String at = value;
        while (chain.size() < LONGEST_BLOCK) {
            Optional<Node> maker = graph.maker(at).filter(node -> SHORTCUT.contains(node.type()));
            Optional<String> before = maker.flatMap(node -> graph.moving(node).stream()
                    .filter(input -> !gates(graph, input))
                    .findFirst());
            if (before.isEmpty()) {
                return chain;
            }
            at = before.get();
            chain.add(at);
        }
        return chain;
    }

    /** The open or closed side of a product with what it gates. */
    private static boolean gates(GraphView graph, String value) {
        return graph.maker(value)
                .filter(node -> Set.of("Sigmoid", "HardSigmoid", "Tanh").contains(node.type()))
                .isPresent();
    }

    private static int convolutions(GraphView graph, List<String> values) {
        return (int) values.stream()
                .filter(value -> graph.maker(value)
                        .filter(node -> ConvLayer.TYPES.contains(node.type()))
                        .isPresent())
                .count();
    }

    private static int dense(GraphView graph) {
        int count = 0;
        List<Node> before = new ArrayList<>();
        for (Node concat : graph.nodes(Set.of("Concat"))) {
            Set<String> parts = new HashSet<>(graph.moving(concat));
            count += before.stream().anyMatch(earlier -> holds(graph, parts, earlier)) ? 1 : 0;
            if (parts.size() > 1) {
                before.add(concat);
            }
        }
        return count;
    }

    /** Whether these are all that an earlier join has, or itself, with what convolutions made of it. */
    private static boolean holds(GraphView graph, Set<String> parts, Node earlier) {
        boolean all = parts.contains(earlier.output()) || parts.containsAll(graph.moving(earlier));
        return all
                && parts.stream()
                        .filter(part -> graph.maker(part)
                                .filter(node -> ConvLayer.TYPES.contains(node.type())
                                        || Passing.BETWEEN_CONVOLUTIONS.contains(node.type()))
                                .isPresent())
                        .anyMatch(part -> graph.back(part, node -> node == earlier, LAYERS, LONGEST_BLOCK)
                                .isPresent());
    }

    /** Three convolutions or more beside each other, of different sizes. */
    private static boolean isBranching(GraphView graph, Node node) {
        List<Optional<ConvLayer>> layers = graph.moving(node).stream()
                .map(part -> graph.back(part, maker -> ConvLayer.TYPES.contains(maker.type()), BENT, 6)
                        .flatMap(maker -> ConvLayer.of(graph, maker)))
                .toList();
        return node.type().equals("Concat")
                && layers.size() >= SEVERAL
                && layers.stream().allMatch(Optional::isPresent)
                && layers.stream()
                                .flatMap(Optional::stream)
                                .map(ConvLayer::kernel)
                                .distinct()
                                .count()
                        > 1;
    }

    /** Rows of several maps below each other: each is flattened from what convolutions gave. */
    private static boolean isOfGrids(GraphView graph, Node node) {
        List<String> parts = graph.moving(node);
        return node.type().equals("Concat")
                && parts.size() >= SEVERAL
                && parts.stream()
                        .allMatch(part -> graph.maker(part)
                                .filter(maker -> FLATTENS.contains(maker.type()))
                                .filter(maker -> graph.back(
                                                part,
                                                each -> ConvLayer.TYPES.contains(each.type()),
                                                Passing.with(Passing.MOVES, "Concat", "Sigmoid", "Softmax", "Add"),
                                                6)
                                        .isPresent())
                                .isPresent());
    }

    private static boolean isJoin(GraphView graph, Node node) {
        List<String> parts = graph.moving(node);
        if (!node.type().equals("Concat") || parts.size() < 2) {
            return false;
        }
        long enlarged = parts.stream()
                .filter(part -> graph.back(
                                part,
                                maker -> ENLARGES.contains(maker.type()),
                                Passing.with(Passing.BETWEEN_CONVOLUTIONS, "Conv", "Add", "Slice"),
                                5)
                        .isPresent())
                .count();
        return enlarged > 0 && enlarged < parts.size();
    }

    /** A picture's channels in two axes, exchanged. */
    private static int shuffles(GraphView graph) {
        return (int) graph.nodes(Set.of("Transpose")).stream()
                .filter(node -> node.integers("perm").equals(List.of(0L, 2L, 1L, 3L, 4L)))
                .filter(node -> graph.takers(node.output()).stream()
                        .anyMatch(taker -> taker.type().equals("Reshape")))
                .count();
    }

    private static boolean isFire(GraphView graph, Node node) {
        List<String> parts = graph.moving(node);
        if (!node.type().equals("Concat") || parts.size() != 2) {
            return false;
        }
        List<ConvLayer> layers = parts.stream()
                .flatMap(part -> graph
                        .back(
                                part,
                                maker -> ConvLayer.TYPES.contains(maker.type()),
                                Passing.with(Passing.BENDS, "BatchNormalization"),
                                4)
                        .stream())
                .flatMap(maker -> ConvLayer.of(graph, maker).stream())
                .toList();
        return layers.size() == 2
                && layers.get(0).data().equals(layers.get(1).data())
                && layers.stream().filter(ConvLayer::pointwise).count() == 1;
    }
}
