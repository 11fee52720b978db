package dev.bascule.models.inputs;

import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
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
        List<Long> dims = new ArrayList<>(Collections.nCopies(Math.max(1, rank) - 1, 1L));
        dims.add((long) frame.context() + frame.length());
        Shape shape = new Shape(dims);
        // Refuses a frame that no memory holds.
        BoundedAllocation.of(dtype, shape);
        return PipelineFeed.cut(whole, new PipelineFeed.Frame(frame.length(), frame.context()), shape);
    }
}
