package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Operators that put a margin around arrays, or take one away. Stateless. */
final class Pads {
    private Pads() {}

    static Array pad(Call call) {
        Array data = call.array(0);
        int rank = data.rank();
        int[] axes = axes(call.integersIf(3).map(Integers::data), rank);
        long[] pads =
                call.integersOr("pads", 1).orElseThrow(() -> new IllegalArgumentException("Pad is given no pads"));
        if (pads.length != 2 * axes.length) {
            throw new IllegalArgumentException("%d pads do not fit %d axes".formatted(pads.length, axes.length));
        }
        String mode = call.text("mode", "constant");
        int[] before = new int[rank];
        int[] dims = data.dims().clone();
        for (int i = 0; i < axes.length; i++) {
            before[axes[i]] = Math.toIntExact(pads[i]);
            dims[axes[i]] = Math.toIntExact(dims[axes[i]] + pads[i] + pads[axes.length + i]);
        }
        Dims.size(dims);
        int[][] picks = new int[rank][];
        for (int axis = 0; axis < rank; axis++) {
            picks[axis] = picks(mode, data.dims()[axis], before[axis], dims[axis]);
        }
        return margin(call, data)
                .map(value -> filled(data, Grid.of(data.dims(), picks), dims, value))
                .orElseGet(() -> Grid.picked(data, picks));
    }

    /** What constant margins are filled with, where it is not 0. */
    private static Optional<Array> margin(Call call, Array data) {
        if (call.has(2)) {
            return call.arrayIf(2);
        }
        return call.real("value", 0) == 0 || !data.dtype().isFloat()
                ? Optional.empty()
                : Optional.of(new Reals(data.dtype(), new double[] {call.real("value", 0)}));
    }

    private static Array filled(Array data, int[] from, int[] dims, Array value) {
        if (value.size() != 1) {
            throw new IllegalArgumentException("Pad is given %d constants".formatted(value.size()));
        }
        for (int i = 0; i < from.length; i++) {
            from[i] = from[i] < 0 ? data.size() : from[i];
        }
        return Array.joined(List.of(data, value)).picked(from, dims);
    }

    private static int[] picks(String mode, int dim, int before, int length) {
        if (dim == 0 && length > 0 && !mode.equals("constant")) {
            throw new IllegalArgumentException("there is nothing to pad a dimension of 0 with by mode " + mode);
        }
        int[] picks = new int[length];
        int period = Math.max(1, 2 * (dim - 1));
        for (int i = 0; i < length; i++) {
            int at = i - before;
            picks[i] = switch (mode) {
                case "constant" -> at < 0 || at >= dim ? -1 : at;
                case "edge" -> Math.max(0, Math.min(dim - 1, at));
                case "wrap" -> Math.floorMod(at, dim);
                case "reflect" ->
                    dim == 1 ? 0 : Math.min(Math.floorMod(at, period), period - Math.floorMod(at, period));
                default -> throw new UnsupportedOperatorException("Pad by mode '%s'".formatted(mode));
            };
        }
        return picks;
    }

    static Array centerCropPad(Call call) {
        Array data = call.array(0);
        int[] shape = call.integers(1).ints();
        int[] axes = axes(call.integers("axes"), data.rank());
        if (shape.length != axes.length) {
            throw new IllegalArgumentException("%d sizes do not fit %d axes".formatted(shape.length, axes.length));
        }
        int[][] picks = Grid.all(data.dims());
        for (int i = 0; i < axes.length; i++) {
            int dim = data.dims()[axes[i]];
            // Of an odd margin the smaller half comes first, whether it is added or cut off.
            int before = shape[i] > dim ? (shape[i] - dim) / 2 : -((dim - shape[i]) / 2);
            picks[axes[i]] = picks("constant", dim, before, shape[i]);
        }
        return Grid.picked(data, picks);
    }

    private static int[] axes(Optional<long[]> given, int rank) {
        int[] all = new int[rank];
        Arrays.setAll(all, axis -> axis);
        return given.map(axes -> Arrays.stream(axes)
                        .mapToInt(axis -> Dims.axis(axis, rank))
                        .toArray())
                .orElse(all);
    }
}
