package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Spans;
import java.util.Arrays;

/**
 * The elements of an array in groups, one for each index of the axes that a reduction keeps: element k of group g lies at
 * {@code start(g) + offsets()[k]}. Immutable.
 */
public final class Groups {
    private final int[] kept;
    private final int[] dropped;
    private final int[] starts;
    private final int[] offsets;

    private Groups(int[] dims, boolean[] reduced) {
        int[] strides = Dims.strides(dims);
        this.kept = dims.clone();
        int[] within = dims.clone();
        int[] left = new int[dims.length];
        int rank = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            if (reduced[axis]) {
                kept[axis] = 1;
            } else {
                within[axis] = 1;
                left[rank++] = dims[axis];
            }
        }
        this.dropped = Arrays.copyOf(left, rank);
        this.starts = Dims.walked(0, strides, kept);
        this.offsets = Dims.walked(0, strides, within);
    }

    /** @param axes to reduce, from the back where negative; of a scalar any, for it has none */
    public static Groups over(int[] dims, long... axes) {
        boolean[] reduced = new boolean[dims.length];
        if (dims.length > 0) {
            for (long axis : axes) {
                reduced[Dims.axis(axis, dims.length)] = true;
            }
        }
        return new Groups(dims, reduced);
    }

    /** Over all axes from one on. */
    public static Groups from(int axis, int... dims) {
        boolean[] reduced = new boolean[dims.length];
        Arrays.fill(reduced, axis, dims.length, true);
        return new Groups(dims, reduced);
    }

    public int count() {
        return starts.length;
    }

    /** Elements of each. */
    public int length() {
        return offsets.length;
    }

    public int start(int group) {
        return starts[group];
    }

    /** Not a copy. */
    public int[] offsets() {
        return offsets;
    }

    /** The array's dimensions with 1 for each that is reduced. Not a copy. */
    public int[] kept() {
        return kept;
    }

    /** The array's dimensions without those that are reduced. Not a copy. */
    public int[] dropped() {
        return dropped;
    }

    /** What is computed of one group. */
    @FunctionalInterface
    interface Fold {
        double of(double[] x, int start, int[] offsets);
    }

    /** What is computed of one group. */
    @FunctionalInterface
    interface WholeFold {
        long of(long[] x, int start, int[] offsets);
    }

    /** In the kept dimensions. */
    Reals folded(Reals x, Fold fold) {
        double[] y = new double[starts.length];
        Spans.over(starts.length, offsets.length, (from, to) -> {
            for (int group = from; group < to; group++) {
                y[group] = fold.of(x.data(), starts[group], offsets);
            }
        });
        return new Reals(x.dtype(), y, kept);
    }

    /** In the kept dimensions, wrapped. */
    Integers folded(Integers x, WholeFold fold) {
        long[] y = new long[starts.length];
        for (int group = 0; group < y.length; group++) {
            y[group] = fold.of(x.data(), starts[group], offsets);
        }
        return Integers.wrapped(x.dtype(), y, kept);
    }

    /** In the kept dimensions. */
    public Reals sums(Reals x) {
        return folded(x, Groups::sum);
    }

    private static double sum(double[] x, int start, int[] offsets) {
        Sum sum = new Sum();
        for (int offset : offsets) {
            sum.add(x[start + offset]);
        }
        return sum.total();
    }
}
