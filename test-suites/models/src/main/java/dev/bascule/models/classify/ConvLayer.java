package dev.bascule.models.classify;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A convolution by its weight: {@code [out, in / groups, kernel…]}, transposed {@code [in, out / groups, kernel…]}. Immutable.
 *
 * @param data the value that it looks at
 * @param weight its sizes
 */
record ConvLayer(Node node, String data, List<Long> weight) {
    static final Set<String> TYPES =
            Set.of("Conv", "ConvInteger", "QLinearConv", "FusedConv", "NhwcFusedConv", "ConvTranspose");

    ConvLayer {
        weight = List.copyOf(weight);
    }

    /** Empty of what is no convolution, or has a weight of unknown sizes. */
    static Optional<ConvLayer> of(GraphView graph, Node node) {
        if (!TYPES.contains(node.type())) {
            return Optional.empty();
        }
        int at = node.type().equals("QLinearConv") ? 3 : 1;
        return node.input(at)
                .flatMap(graph::weight)
                .filter(dims -> dims.size() >= 3)
                .map(dims -> new ConvLayer(node, node.input(0).orElse(""), dims));
    }

    boolean transposed() {
        return node.type().equals("ConvTranspose");
    }

    /** Axes that it slides along. */
    int rank() {
        return weight.size() - 2;
    }

    List<Long> kernel() {
        return weight.subList(2, weight.size());
    }

    long widest() {
        return kernel().stream().mapToLong(Long::longValue).max().orElse(1);
    }

    long groups() {
        return Math.max(1, node.integer("group", 1));
    }

    long in() {
        return transposed() ? weight.get(0) : weight.get(1) * groups();
    }

    boolean depthwise() {
        return groups() > 1 && groups() == in() && !transposed();
    }

    boolean pointwise() {
        return widest() == 1;
    }

    long stride() {
        return greatest("strides");
    }

    long dilation() {
        return greatest("dilations");
    }

    private long greatest(String key) {
        return node.integers(key).stream().mapToLong(Long::longValue).max().orElse(1);
    }

    /** Whether it cuts its input into tiles that do not overlap. */
    boolean tiles() {
        return widest() > 1
                && !transposed()
                && kernel().stream().allMatch(size -> size == stride())
                && kernel().size() == node.integers("strides").size();
    }
}
