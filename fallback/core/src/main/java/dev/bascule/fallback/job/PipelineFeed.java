package dev.bascule.fallback.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a tensor that an input pipeline makes becomes an input of the model. Immutable.
 *
 * @param tensor the pipeline's name of it
 * @param input the model's
 * @param dims the input's shape at one step
 * @param frame how it is cut, where the input is fed frame by frame
 */
public record PipelineFeed(
        String tensor,
        String input,
        List<Long> dims,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Frame> frame) {

    public PipelineFeed {
        dims = List.copyOf(dims);
    }

    /**
     * @param length new elements in each step
     * @param context elements of the frame before that each step begins with, zeros before the first
     */
    public record Frame(int length, int context) {
        public Frame {
            if (length < 1 || context < 0) {
                throw new IllegalArgumentException("a frame has at least one element and no negative context");
            }
        }
    }

    /**
     * One tensor a step.
     *
     * @throws IllegalArgumentException where the whole does not have the elements of the input
     */
    public List<Tensor> steps(Tensor whole) {
        Shape shape = new Shape(dims);
        if (frame.isPresent()) {
            return cut(whole, frame.get(), shape);
        }
        if (shape.elements() != whole.shape().elements()) {
            throw new IllegalArgumentException(
                    "'%s' has the shape %s, the input '%s' takes %s".formatted(tensor, whole.shape(), input, shape));
        }
        return List.of(Tensor.of(whole.dtype(), shape, whole.data()));
    }

    /**
     * Cuts a row of elements: of each step the elements of the frame before, then the frame's own; the last frame is filled up with
     * zeros.
     *
     * @param whole of elements of whole bytes
     * @param shape of one step, of {@code context + length} elements
     */
    public static List<Tensor> cut(Tensor whole, Frame frame, Shape shape) {
        int bits = whole.dtype().bits();
        if (bits < Byte.SIZE || shape.elements() != (long) frame.context() + frame.length()) {
            throw new IllegalArgumentException(
                    "%s cannot be cut into frames of %s".formatted(whole.dtype().wireName() + whole.shape(), shape));
        }
        int width = bits / Byte.SIZE;
        ByteBuffer source = whole.data();
        int elements = source.remaining() / width;
        int steps = (int) Math.max(1, ((long) elements + frame.length() - 1) / frame.length());
        List<Tensor> tensors = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            byte[] data = new byte[Math.toIntExact(shape.elements() * width)];
            int begin = step * frame.length() - frame.context();
            int from = Math.max(0, begin);
            int to = (int) Math.min(elements, (step + 1L) * frame.length());
            source.get(from * width, data, (from - begin) * width, (to - from) * width);
            tensors.add(Tensor.of(whole.dtype(), shape, data));
        }
        return tensors;
    }
}
