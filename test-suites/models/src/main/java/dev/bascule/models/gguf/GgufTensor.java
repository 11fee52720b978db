package dev.bascule.models.gguf;

import java.util.List;

/**
 * Where a tensor lies.
 *
 * @param dims the innermost first: the elements of a row, then the number of rows
 * @param offset from the beginning of the file
 */
public record GgufTensor(String name, GgmlType type, List<Long> dims, long offset, long bytes) {
    public GgufTensor {
        dims = List.copyOf(dims);
    }

    /** Elements of a row. */
    public long columns() {
        return dims.get(0);
    }

    public long rows() {
        return dims.stream().skip(1).reduce(1L, (a, b) -> a * b);
    }

    /** Bytes of a row: no block reaches from one row into the next. */
    int rowBytes() {
        return Math.toIntExact(columns() / type.block() * type.bytes());
    }
}
