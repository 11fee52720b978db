package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;

/** The allocation of memory for what a file or a model says the size of. Stateless. */
final class BoundedAllocation {
    private static final String REMEDY = "make it smaller: --dim NAME=SIZE for a dimension that the model leaves open";

    private BoundedAllocation() {}

    /** For a tensor, zeros. */
    static ByteBuffer of(DType dtype, Shape shape) {
        String what = "a tensor %s%s".formatted(dtype.wireName(), shape);
        return of(dtype.bytes(shape.elements()), what, ByteBuffer::allocate).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Asked for at once, so that what is too large costs nothing else.
     *
     * @param what it is for
     * @param allocation takes the size, in bytes or in what else is counted
     */
    static <T> T of(long size, String what, IntFunction<T> allocation) {
        if (size > Integer.MAX_VALUE - 8) {
            throw InputMismatch.of("%s would have %d bytes, and 2 GiB is the most".formatted(what, size), REMEDY);
        }
        try {
            return allocation.apply((int) size);
        } catch (OutOfMemoryError e) {
            throw InputMismatch.of(
                    "%s has %d bytes, which do not fit into the memory of this process".formatted(what, size),
                    REMEDY,
                    "give the process more: JAVA_TOOL_OPTIONS=-Xmx8g");
        }
    }
}
