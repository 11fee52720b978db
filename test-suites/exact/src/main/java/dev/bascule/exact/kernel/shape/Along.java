package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import java.util.Arrays;
import java.util.List;

/** Parts of arrays along one of their axes, and arrays put together from such. Axes count from the front. Stateless. */
public final class Along {
    private Along() {}

    /** So many indices of an axis, from one on. */
    public static Array part(Array array, int axis, int from, int length) {
        int[] strides = Dims.strides(array.dims());
        int[] dims = with(array.dims(), axis, length);
        return array.picked(Dims.walked(from * strides[axis], strides, dims), dims);
    }

    /** What lies at one index of an axis, without that axis. */
    public static Array at(Array array, int axis, int index) {
        return part(array, axis, index, 1).reshaped(without(array.dims(), axis));
    }

    /** What lies at some indices of an axis, in their order; the axis gives way to a shape of as many. */
    public static Array taken(Array array, int axis, int[] indices, int... place) {
        int[] dims = array.dims();
        int inner = Dims.size(dims, axis + 1, dims.length);
        int[] shape = without(dims, axis);
        for (int i = 0; i < place.length; i++) {
            shape = inserted(shape, axis + i, place[i]);
        }
        int[] from = new int[Dims.size(shape)];
        int at = 0;
        for (int row = 0; at < from.length; row += dims[axis] * inner) {
            for (int index : indices) {
                for (int i = 0; i < inner; i++) {
                    from[at++] = row + index * inner + i;
                }
            }
        }
        return array.picked(from, shape);
    }

    /** One after the other along an axis; all their other dimensions are the same. */
    public static Array concatenated(List<? extends Array> parts, int axis) {
        int[] dims = parts.get(0).dims().clone();
        dims[axis] = 0;
        for (Array part : parts) {
            if (part.rank() != dims.length || !Arrays.equals(with(part.dims(), axis, 0), with(dims, axis, 0))) {
                throw new IllegalArgumentException("%s and %s do not fit each other along axis %d"
                        .formatted(Arrays.toString(parts.get(0).dims()), Arrays.toString(part.dims()), axis));
            }
            dims[axis] += part.dims()[axis];
        }
        Array joined = Array.joined(parts);
        int rows = Dims.size(dims, 0, axis);
        if (rows == 1 || parts.size() == 1) {
            return joined.reshaped(dims);
        }
        int[] from = new int[joined.size()];
        int width = rows == 0 ? 0 : from.length / rows;
        int column = 0;
        int source = 0;
        for (Array part : parts) {
            int run = rows == 0 ? 0 : part.size() / rows;
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < run; i++) {
                    from[row * width + column + i] = source++;
                }
            }
            column += run;
        }
        return joined.picked(from, dims);
    }

    /** Arrays of one shape, along a new axis of the result. */
    public static Array stacked(List<? extends Array> parts, int axis) {
        return concatenated(
                parts.stream()
                        .map(part -> part.reshaped(inserted(part.dims(), axis, 1)))
                        .toList(),
                axis);
    }

    /** The dimensions with another in the place of one. */
    static int[] with(int[] dims, int axis, int dim) {
        int[] other = dims.clone();
        other[axis] = dim;
        return other;
    }

    static int[] without(int[] dims, int axis) {
        int[] other = Arrays.copyOf(dims, dims.length - 1);
        System.arraycopy(dims, axis + 1, other, axis, other.length - axis);
        return other;
    }

    /** The dimensions with one more, before the one that was there. */
    public static int[] inserted(int[] dims, int axis, int dim) {
        int[] other = Arrays.copyOf(dims, dims.length + 1);
        System.arraycopy(dims, axis, other, axis + 1, dims.length - axis);
        other[axis] = dim;
        return other;
    }

    /** An index of an axis as given, with a minus from the back. */
    static int index(long index, int dim) {
        if (index < -dim || index >= dim) {
            throw new IllegalArgumentException("there is no index %d in a dimension of %d".formatted(index, dim));
        }
        return (int) (index < 0 ? index + dim : index);
    }
}
