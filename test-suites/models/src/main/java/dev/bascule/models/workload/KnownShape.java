package dev.bascule.models.workload;

import dev.bascule.fallback.tensor.DType;
import java.util.List;

/**
 * A value's type and sizes as inferred.
 *
 * @param dtype element type
 * @param dims sizes, all known
 */
record KnownShape(DType dtype, List<Long> dims) {
    KnownShape {
        dims = List.copyOf(dims);
    }

    static KnownShape of(DType dtype, long... dims) {
        return new KnownShape(dtype, java.util.Arrays.stream(dims).boxed().toList());
    }

    int rank() {
        return dims.size();
    }

    /** A size; a negative axis counts from the end. */
    long dim(int axis) {
        return dims.get(axis < 0 ? axis + rank() : axis);
    }

    long elements() {
        return dims.stream().reduce(1L, Math::multiplyExact);
    }

    long bytes() {
        return dtype.bytes(elements());
    }

    KnownShape as(DType other) {
        return new KnownShape(other, dims);
    }
}
