package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Spans;
import java.util.Arrays;

/** Two arrays repeated to one shape, as rows in which each goes on by one element or stays where it is. Immutable. */
final class Pairing {
    private final int[] dims;
    private final int size;
    private final int length;
    private final int stepA;
    private final int stepB;
    private final int[] startsA;
    private final int[] startsB;

    /** A loop over a part of a row: element k of the result is at + k, and is made of a + k · stepA and b + k · stepB. */
    @FunctionalInterface
    interface Row {
        void run(int a, int stepA, int b, int stepB, int at, int length);
    }

    private Pairing(int[] dims, int axes, int[] sizes, int[] walkA, int[] walkB) {
        this.dims = dims;
        this.size = Dims.size(dims);
        int last = axes - 1;
        this.length = axes == 0 ? 1 : sizes[last];
        this.stepA = axes == 0 ? 0 : walkA[last];
        this.stepB = axes == 0 ? 0 : walkB[last];
        int[] outer = Arrays.copyOf(sizes, Math.max(0, last));
        this.startsA = Dims.walked(0, walkA, outer);
        this.startsB = Dims.walked(0, walkB, outer);
    }

    static Pairing of(int[] a, int[] b) {
        int[] dims = Dims.broadcast(a, b);
        int[] stepsA = steps(a, dims.length);
        int[] stepsB = steps(b, dims.length);
        int[] sizes = new int[dims.length];
        int[] walkA = new int[dims.length];
        int[] walkB = new int[dims.length];
        int axes = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            int dim = dims[axis];
            if (dim == 1) {
                continue;
            }
            // Axes next to each other that both arrays walk through as through one are one, so that rows are long.
            boolean goesOn = axes > 0 && walkA[axes - 1] == stepsA[axis] * dim && walkB[axes - 1] == stepsB[axis] * dim;
            if (!goesOn) {
                sizes[axes++] = 1;
            }
            sizes[axes - 1] *= dim;
            walkA[axes - 1] = stepsA[axis];
            walkB[axes - 1] = stepsB[axis];
        }
        return new Pairing(dims, axes, sizes, walkA, walkB);
    }

    private static int[] steps(int[] from, int rank) {
        int[] strides = Dims.strides(from);
        int[] steps = new int[rank];
        for (int axis = 0; axis < from.length; axis++) {
            steps[rank - from.length + axis] = from[axis] == 1 ? 0 : strides[axis];
        }
        return steps;
    }

    /** Of the result. */
    int[] dims() {
        return dims;
    }

    /** Of the result. */
    int size() {
        return size;
    }

    void rows(Row row) {
        Spans.over(size, 1, (from, to) -> {
            int at = from;
            while (at < to) {
                int which = at / length;
                int within = at % length;
                int count = Math.min(length - within, to - at);
                row.run(startsA[which] + within * stepA, stepA, startsB[which] + within * stepB, stepB, at, count);
                at += count;
            }
        });
    }
}
