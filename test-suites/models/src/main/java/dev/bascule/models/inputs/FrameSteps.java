package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Cuts a sound, or any row of numbers, into the steps of a model that is fed frame by frame. Stateless. */
final class FrameSteps {
    private FrameSteps() {}

    /**
     * One tensor a step, of shape [1, ..., 1, context + length]: the elements of the frame before, zeros before the first,
     * then the frame's own; the last frame is filled up with zeros.
     *
     * @param rank number of dimensions of the input; at least 1
     */
    static List<Tensor> cut(Tensor whole, FrameWindow frame, int rank) {
        DType dtype = whole.dtype();
        if (dtype.bits() < Byte.SIZE) {
            throw InputMismatch.of("a %s input cannot be cut into frames".formatted(dtype.wireName()));
        }
        int width = dtype.bits() / Byte.SIZE;
        ByteBuffer source = whole.data();
        int elements = source.remaining() / width;
        int steps = (int) Math.max(1, ((long) elements + frame.length() - 1) / frame.length());
        List<Long> dims = new ArrayList<>(Collections.nCopies(Math.max(1, rank) - 1, 1L));
        dims.add((long) frame.context() + frame.length());
        Shape shape = new Shape(dims);
        List<Tensor> tensors = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            ByteBuffer data = BoundedAllocation.of(dtype, shape);
            int begin = step * frame.length() - frame.context();
            int from = Math.max(0, begin);
            int to = (int) Math.min(elements, (step + 1L) * frame.length());
            data.put((from - begin) * width, source, from * width, (to - from) * width);
            tensors.add(Tensor.of(dtype, shape, data));
        }
        return tensors;
    }
}
