package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;
import java.util.Optional;

/** Operators that leave every element where it is, and those that tell of a shape. Stateless. */
final class Reshapes {
    private Reshapes() {}

    static Operand identity(Call call) {
        return call.operand(0);
    }

    static Array reshape(Call call) {
        Array data = call.array(0);
        long[] asked = call.integersOr("shape", 1)
                .orElseThrow(() -> new IllegalArgumentException("Reshape is given no shape"));
        boolean zeroIsZero = call.flag("allowzero");
        int[] dims = new int[asked.length];
        int open = -1;
        for (int i = 0; i < dims.length; i++) {
            boolean copied = asked[i] == 0 && !zeroIsZero;
            if (copied && i >= data.rank() || asked[i] < -1 || asked[i] == -1 && open >= 0) {
                throw notReshaped(data, asked);
            }
            if (asked[i] == -1) {
                open = i;
            }
            dims[i] = asked[i] == -1 ? 1 : copied ? data.dims()[i] : Math.toIntExact(asked[i]);
        }
        if (open >= 0) {
            int known = Dims.size(dims);
            if (known == 0 || data.size() % known != 0) {
                throw notReshaped(data, asked);
            }
            dims[open] = data.size() / known;
        }
        return data.reshaped(dims);
    }

    private static IllegalArgumentException notReshaped(Array data, long... asked) {
        return new IllegalArgumentException("a shape of %s cannot become one of %s"
                .formatted(Arrays.toString(data.dims()), Arrays.toString(asked)));
    }

    static Array flatten(Call call) {
        Array data = call.array(0);
        long given = call.integer("axis", 1);
        // It may lie behind the last axis, but the last is -1 none the less.
        int axis = Dims.axis(given < 0 ? given + data.rank() : given, data.rank() + 1);
        return data.reshaped(Dims.size(data.dims(), 0, axis), Dims.size(data.dims(), axis, data.rank()));
    }

    static Array squeeze(Call call) {
        Array data = call.array(0);
        Optional<boolean[]> named = call.integersOr("axes", 1).map(axes -> marked(axes, data.rank()));
        int[] dims = new int[data.rank()];
        int rank = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            boolean gone = named.isPresent() ? named.get()[axis] : data.dims()[axis] == 1;
            if (!gone) {
                dims[rank++] = data.dims()[axis];
            } else if (data.dims()[axis] != 1) {
                throw new IllegalArgumentException("a dimension of %d cannot be squeezed".formatted(data.dims()[axis]));
            }
        }
        return data.reshaped(Arrays.copyOf(dims, rank));
    }

    static Array unsqueeze(Call call) {
        Array data = call.array(0);
        long[] axes = call.integersOr("axes", 1)
                .orElseThrow(() -> new IllegalArgumentException("Unsqueeze is given no axes"));
        int[] dims = new int[data.rank() + axes.length];
        boolean[] added = marked(axes, dims.length);
        int from = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            dims[axis] = added[axis] ? 1 : data.dims()[from++];
        }
        return data.reshaped(dims);
    }

    private static boolean[] marked(long[] axes, int rank) {
        boolean[] marked = new boolean[rank];
        for (long given : axes) {
            int axis = Dims.axis(given, rank);
            if (axis >= rank || marked[axis]) {
                throw new IllegalArgumentException(
                        "the axes %s do not fit %d dimensions".formatted(Arrays.toString(axes), rank));
            }
            marked[axis] = true;
        }
        return marked;
    }

    static Array shape(Call call) {
        int[] dims = call.array(0).dims();
        int start = end(call.integer("start", 0), dims.length);
        int end = Math.max(start, end(call.integer("end", dims.length), dims.length));
        return Integers.longs(
                Arrays.stream(dims, start, end).mapToLong(dim -> dim).toArray(), end - start);
    }

    private static int end(long given, int rank) {
        return (int) Math.min(rank, Math.max(0, given < 0 ? given + rank : given));
    }

    static Array size(Call call) {
        return Integers.longs(new long[] {call.array(0).size()});
    }
}
