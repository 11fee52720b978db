package dev.bascule.fallback.work;

import dev.bascule.fallback.text.PlainText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tensor that a kernel read or wrote. Immutable.
 *
 * @param type the engine's word for its elements, such as {@code float} or {@code int64}
 * @param shape its dimensions; empty for one element
 */
public record KernelTensor(String type, List<Long> shape) {
    private static final int LONGEST_TYPE = 64;
    private static final int MOST_DIMENSIONS = 32;
    /** More than any memory holds, and few enough that bytes and products of them can be counted. */
    private static final long MOST_ELEMENTS = 1L << 48;

    public KernelTensor {
        type = PlainText.line(type);
        shape = List.copyOf(shape);
        if (type.isBlank() || type.length() > LONGEST_TYPE) {
            throw new IllegalArgumentException("a tensor's type has %d characters".formatted(type.length()));
        }
        if (shape.size() > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("a tensor has %d dimensions".formatted(shape.size()));
        }
        if (shape.stream().anyMatch(size -> size < 0 || size > MOST_ELEMENTS) || product(shape) > MOST_ELEMENTS) {
            throw new IllegalArgumentException("no tensor can have the shape " + shape);
        }
    }

    /** Beyond the most it stops growing. */
    private static double product(List<Long> shape) {
        return shape.stream().mapToDouble(Long::doubleValue).reduce(1, (left, right) -> left * right);
    }

    /** How many elements it has. */
    public long elements() {
        return shape.stream().reduce(1L, (left, right) -> left * right);
    }

    /** Reads what {@link #toString} writes. */
    public static KernelTensor parse(String text) {
        int open = text.lastIndexOf('[');
        if (open < 0 || !text.endsWith("]")) {
            throw new IllegalArgumentException("no type and shape: " + PlainText.line(text));
        }
        String sizes = text.substring(open + 1, text.length() - 1);
        return new KernelTensor(
                text.substring(0, open),
                sizes.isEmpty()
                        ? List.of()
                        : Stream.of(sizes.split(",", -1)).map(Long::valueOf).toList());
    }

    /** {@code float[1,3,224,224]}. */
    @Override
    public String toString() {
        return type + shape.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
