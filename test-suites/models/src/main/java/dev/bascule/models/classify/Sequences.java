package dev.bascule.models.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is done along a sequence, and to sound. Immutable.
 *
 * @param recurrent such as {@code LSTM}, each once for each node
 * @param gates products of one half of a value with the opened other half
 * @param spectra Fourier transforms, as operators or as a convolution whose two halves are squared and added
 * @param overTokens dense layers along the axis of tokens: turned, multiplied
 * @param dense layers that multiply with a weight
 */
record Sequences(List<String> recurrent, int gates, int spectra, int overTokens, int dense) {
    /** ONNX's, and one of ONNX Runtime's that has the same inputs. */
    static final Set<String> RECURRENT = Set.of("LSTM", "GRU", "RNN", "DynamicQuantizeLSTM");

    private static final Set<String> DENSE = Set.of(
            "Gemm",
            "MatMul",
            "MatMulInteger",
            "QLinearMatMul",
            "MatMulNBits",
            "FusedMatMul",
            "FusedGemm",
            "QGemm",
            "DynamicQuantizeMatMul");

    Sequences {
        recurrent = List.copyOf(recurrent);
    }

    static Sequences of(GraphView graph) {
        List<Node> dense = graph.nodes(DENSE).stream()
                .filter(node -> graph.moving(node).size() == 1
                        || node.type().equals("MatMulNBits")
                        || node.type().equals("DynamicQuantizeMatMul"))
                .toList();
        List<String> recurrent =
                new ArrayList<>(graph.nodes(RECURRENT).stream().map(Node::type).toList());
        graph.nodes(Set.of("Add")).stream()
                .filter(node -> isCell(graph, node))
                .forEach(node -> recurrent.add("spelled-out LSTM"));
        return new Sequences(
                recurrent,
                (int) graph.nodes(Set.of("Mul")).stream()
                        .filter(node -> isGated(graph, node))
                        .count(),
                spectra(graph),
                (int) dense.stream().filter(node -> isOverTokens(graph, node)).count(),
                dense.size());
    }

    /** What is kept of a cell and what is new in it, summed and let out (Hochreiter and Schmidhuber 1997). */
    private static boolean isCell(GraphView graph, Node sum) {
        List<Node> sides = graph.moving(sum).stream()
                .flatMap(value -> graph.maker(value).stream())
                .filter(node -> node.type().equals("Mul"))
                .toList();
        return sides.size() == 2
                && sides.stream().allMatch(side -> isMadeBy(graph, side, "Sigmoid"))
                && sides.stream().anyMatch(side -> isMadeBy(graph, side, "Tanh"))
                && graph.takers(sum.output()).stream()
                        .filter(node -> node.type().equals("Tanh"))
                        .flatMap(node -> graph.takers(node.output()).stream())
                        .anyMatch(node -> node.type().equals("Mul") && isMadeBy(graph, node, "Sigmoid"));
    }

    private static boolean isMadeBy(GraphView graph, Node node, String type) {
        return graph.moving(node).stream()
                .flatMap(value -> graph.maker(value).stream())
                .anyMatch(maker -> maker.type().equals(type));
    }

    /** Both sides come of one node that cuts in two. */
    private static boolean isGated(GraphView graph, Node mul) {
        List<String> sides = graph.moving(mul);
        if (sides.size() != 2) {
            return false;
        }
        for (int open = 0; open < 2; open++) {
            Optional<Node> gate = graph.maker(sides.get(open))
                    .filter(node -> Set.of("Sigmoid", "Tanh", "Gelu", "Relu").contains(node.type()));
            Optional<Node> whole =
                    gate.flatMap(node -> node.input(0)).flatMap(graph::maker).filter(Sequences::cuts);
            Optional<Node> other = graph.maker(sides.get(1 - open)).filter(Sequences::cuts);
            if (whole.isPresent()
                    && other.isPresent()
                    && whole.get().input(0).equals(other.get().input(0))) {
                return true;
            }
        }
        return false;
    }

    private static boolean cuts(Node node) {
        return node.type().equals("Split") || node.type().equals("Slice");
    }

    private static int spectra(GraphView graph) {
        int spelled = (int) graph.nodes(Set.of("Add")).stream()
                .filter(node -> isPower(graph, node))
                .count();
        return spelled + graph.count(Set.of("STFT", "DFT"));
    }

    /** The sum of the squares of two parts of one convolution or product. */
    private static boolean isPower(GraphView graph, Node sum) {
        List<String> sides = graph.moving(sum);
        if (sides.size() != 2) {
            return false;
        }
        List<Node> sources = sides.stream()
                .flatMap(side -> graph.maker(side).stream())
                .filter(node -> isSquare(graph, node))
                .flatMap(node -> node.input(0).stream())
                .flatMap(value -> graph
                        .back(
                                value,
                                node -> ConvLayer.TYPES.contains(node.type()) || DENSE.contains(node.type()),
                                Passing.CUTS,
                                5)
                        .stream())
                .toList();
        return sources.size() == 2 && graph.moving(sources.get(0)).equals(graph.moving(sources.get(1)));
    }

    private static boolean isSquare(GraphView graph, Node node) {
        return node.type().equals("Pow") && graph.moving(node).size() == 1
                || node.type().equals("Mul") && node.input(0).equals(node.input(1));
    }

    private static boolean isOverTokens(GraphView graph, Node dense) {
        return graph.moving(dense).stream()
                .flatMap(value -> graph.maker(value).stream())
                .filter(node -> node.type().equals("Transpose"))
                .filter(node -> node.integers("perm").equals(List.of(0L, 2L, 1L)))
                .flatMap(node -> node.input(0).stream())
                .anyMatch(value -> graph.back(
                                value,
                                node -> node.type().endsWith("LayerNormalization")
                                        || node.type().equals("Add")
                                        || node.type().equals("Mul"),
                                Set.of(),
                                1)
                        .isPresent());
    }
}
