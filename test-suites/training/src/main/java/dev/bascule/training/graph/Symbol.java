package dev.bascule.training.graph;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;

/** A value of a graph that is being built. Immutable. */
public record Symbol(String name, DType dtype, Shape shape) {

    public int rank() {
        return shape.rank();
    }

    /** A size; a negative axis counts from the end. */
    public long dim(int axis) {
        return shape.dims().get(axis < 0 ? axis + rank() : axis);
    }
}
