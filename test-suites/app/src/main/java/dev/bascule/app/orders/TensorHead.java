package dev.bascule.app.orders;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/**
 * A tensor without its elements, whose bytes follow in the frame. Immutable.
 *
 * @param dtype in the protocol's word
 */
record TensorHead(String name, String dtype, List<Long> dims) {
    TensorHead {
        dims = List.copyOf(dims);
    }

    static TensorHead of(String name, Tensor tensor) {
        return new TensorHead(name, tensor.dtype().wireName(), tensor.shape().dims());
    }

    /** Cut from the front of these bytes. */
    Tensor cut(ByteBuffer from) {
        DType type = Words.oneOf(DType.class, dtype.toLowerCase(Locale.ROOT), "a type of elements");
        if (type == DType.STRING || dims.stream().anyMatch(dim -> dim < 0)) {
            throw Words.refused("a tensor that is none of numbers");
        }
        Shape shape = new Shape(dims);
        long bytes = shape.countable().isPresent() ? type.bytes(shape.elements()) : Long.MAX_VALUE;
        if (bytes > from.remaining()) {
            throw Words.refused("a tensor that is longer than what came");
        }
        ByteBuffer own = from.slice(from.position(), (int) bytes);
        from.position(from.position() + (int) bytes);
        return Tensor.of(type, shape, own);
    }
}
