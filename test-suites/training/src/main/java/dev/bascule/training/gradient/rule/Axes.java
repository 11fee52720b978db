package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The axes that a node works over. Stateless. */
final class Axes {
    private Axes() {}

    /** An axis counted from the front. */
    static int of(GraphNode node, int otherwise, int rank) {
        return front(node.integer("axis", otherwise), rank);
    }

    /** An axis, counted from the front, of one that may be counted from the end. */
    static int front(long axis, int rank) {
        return Math.toIntExact(axis < 0 ? axis + rank : axis);
    }

    /** Those that a reduction is over, by attribute or by input, counted from the front and in order. */
    static long[] reduced(GraphNode node, Operators on) {
        int rank = node.input(0).rank();
        List<Long> named = node.integers("axes").orElseGet(() -> node.has(1) ? Contents.longs(node, 1, on) : List.of());
        if (named.isEmpty()) {
            return node.integer("noop_with_empty_axes", 0) != 0
                    ? new long[0]
                    : LongStream.range(0, rank).toArray();
        }
        return named.stream().mapToLong(axis -> front(axis, rank)).sorted().toArray();
    }

    /** A shape whose reduced axes are of size 1. */
    static Shape kept(Shape shape, long[] axes) {
        List<Long> dims = new ArrayList<>(shape.dims());
        for (long axis : axes) {
            dims.set(Math.toIntExact(axis), 1L);
        }
        return new Shape(dims);
    }
}
