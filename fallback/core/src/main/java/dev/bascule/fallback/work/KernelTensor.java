package dev.bascule.fallback.work;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A tensor that a kernel read or wrote. Immutable.
 *
 * @param type the engine's word for its elements, such as {@code float} or {@code int64}
 * @param shape its dimensions; empty for one element
 */
public record KernelTensor(String type, List<Long> shape) {

    public KernelTensor {
        shape = List.copyOf(shape);
        if (shape.stream().anyMatch(size -> size < 0)) {
            throw new IllegalArgumentException("a dimension is negative: " + shape);
        }
    }

    /** How many elements it has. */
    public long elements() {
        return shape.stream().reduce(1L, Math::multiplyExact);
    }

    /** {@code float[1,3,224,224]}. */
    @Override
    public String toString() {
        return type + shape.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
