package dev.bascule.fallback.tensor;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The dimensions of a tensor, all known; a scalar has none. */
public record Shape(List<Long> dims) {

    public Shape {
        dims = List.copyOf(dims);
        if (dims.stream().anyMatch(dim -> dim < 0)) {
            throw new IllegalArgumentException("a dimension is negative: " + dims);
        }
    }

    public static Shape of(long... dims) {
        return new Shape(java.util.Arrays.stream(dims).boxed().toList());
    }

    /** Reads what {@link #toString()} writes. */
    public static Shape parse(String text) {
        String inside = text.substring(1, text.length() - 1);
        return new Shape(
                inside.isEmpty()
                        ? List.of()
                        : java.util.Arrays.stream(inside.split(","))
                                .map(Long::valueOf)
                                .toList());
    }

    /**
     * Number of elements: 1 for a scalar, 0 when any dimension is 0.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when there are more than a long can count
     */
    public long elements() {
        return countable()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "the shape %s has more elements than can be counted".formatted(this)));
    }

    /** The same; empty when there are more than a long can count. */
    public OptionalLong countable() {
        try {
            return OptionalLong.of(
                    dims.contains(0L)
                            ? 0
                            : dims.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact));
        } catch (ArithmeticException tooMany) {
            return OptionalLong.empty();
        }
    }

    public int rank() {
        return dims.size();
    }

    public long[] toArray() {
        return dims.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public String toString() {
        return dims.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
