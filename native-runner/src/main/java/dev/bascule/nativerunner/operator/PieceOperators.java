package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Parts of arrays, and arrays of parts. Stateless. */
final class PieceOperators {
    private PieceOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "Concat", TorchOperator.one(PieceOperators::concat),
                "Split", PieceOperators::split,
                "Slice", TorchOperator.one(PieceOperators::slice),
                "Gather", TorchOperator.one(PieceOperators::gather),
                "GatherElements",
                        TorchOperator.one(call -> call.input(0)
                                .gather(call.input(1), call.axis(call.integer("axis", 0), Dims.rank(call.input(0))))),
                "Tile",
                        TorchOperator.one(
                                call -> call.input(0).tile(call.input(1).toLongArray())),
                "Pad", TorchOperator.one(PieceOperators::pad));
    }

    private static NDArray concat(TorchCall call) {
        NDList parts = new NDList();
        IntStream.range(0, call.inputs().size()).forEach(i -> parts.add(call.input(i)));
        return NDArrays.concat(parts, call.axis(call.integer("axis", 0), Dims.rank(call.input(0))));
    }

    private static List<NDArray> split(TorchCall call) {
        NDArray whole = call.input(0);
        int axis = call.axis(call.integer("axis", 0), Dims.rank(whole));
        int parts = call.outputs();
        if (parts == 1) {
            return List.of(whole);
        }
        long each = -Math.floorDiv(-whole.getShape().get(axis), parts);
        long[] sizes = call.integers(1, "split")
                .orElseGet(() -> LongStream.generate(() -> each).limit(parts).toArray());
        long[] borders = Arrays.copyOf(sizes, parts - 1);
        Arrays.parallelPrefix(borders, Long::sum);
        return List.copyOf(whole.split(borders, axis));
    }

    private static NDArray slice(TorchCall call) {
        NDArray whole = call.input(0);
        long[] dims = Dims.of(whole);
        long[] starts = call.input(1).toLongArray();
        long[] ends = call.input(2).toLongArray();
        long[] axes = call.optional(3)
                .map(NDArray::toLongArray)
                .orElseGet(() -> LongStream.range(0, starts.length).toArray());
        Optional<long[]> steps = call.optional(4).map(NDArray::toLongArray);
        long[] from = new long[dims.length];
        long[] to = dims.clone();
        long[] by = new long[dims.length];
        Arrays.fill(by, 1);
        for (int i = 0; i < axes.length; i++) {
            int axis = call.axis(axes[i], dims.length);
            from[axis] = clamped(starts[i], dims[axis]);
            to[axis] = clamped(ends[i], dims[axis]);
            by[axis] = steps.isPresent() ? steps.get()[i] : 1;
            if (by[axis] < 1 || from[axis] >= to[axis]) {
                throw call.unknown("a step of %d from %d to %d".formatted(by[axis], from[axis], to[axis]));
            }
        }
        NDIndex index = new NDIndex();
        for (int axis = 0; axis < dims.length; axis++) {
            index.addSliceDim(from[axis], to[axis], by[axis]);
        }
        return whole.get(index);
    }

    private static long clamped(long border, long size) {
        return Math.max(0, Math.min(size, border < 0 ? border + size : border));
    }

    /** Rows are looked up as of an embedding, with the axis in front and all others in one. */
    private static NDArray gather(TorchCall call) {
        NDArray data = call.input(0);
        NDArray indices = call.input(1);
        long[] dims = Dims.of(data);
        int axis = call.axis(call.integer("axis", 0), dims.length);
        int[] front = IntStream.concat(
                        IntStream.of(axis), IntStream.range(0, dims.length).filter(each -> each != axis))
                .toArray();
        NDArray turned = axis == 0 ? data : data.transpose(front);
        NDArray table = turned.reshape(new Shape(dims[axis], data.size() / dims[axis]));
        NDArray rows = table.getNDArrayInternal()
                .embedding(indices.reshape(new Shape(indices.size())), table, SparseFormat.DENSE)
                .get(0);
        int found = Dims.rank(indices);
        long[] shape = LongStream.concat(
                        LongStream.of(Dims.of(indices)),
                        Arrays.stream(front).skip(1).mapToLong(each -> dims[each]))
                .toArray();
        NDArray shaped = rows.reshape(new Shape(shape));
        if (axis == 0) {
            return shaped;
        }
        // What was before the axis goes before what was looked up.
        int[] back = IntStream.concat(
                        IntStream.concat(IntStream.range(found, found + axis), IntStream.range(0, found)),
                        IntStream.range(found + axis, shape.length))
                .toArray();
        return shaped.transpose(back);
    }

    private static NDArray pad(TorchCall call) {
        if (!call.text("mode", "constant").equals("constant")) {
            throw call.unknown("mode " + call.text("mode", ""));
        }
        int rank = Dims.rank(call.input(0));
        long[] asked = call.integers(1, "pads").orElseThrow(() -> call.unknown("no pads"));
        int[] axes = call.optional(3)
                .map(each -> LongStream.of(each.toLongArray())
                        .mapToInt(axis -> call.axis(axis, rank))
                        .toArray())
                .orElseGet(() -> IntStream.range(0, rank).toArray());
        long[] begins = new long[rank];
        long[] ends = new long[rank];
        for (int i = 0; i < axes.length; i++) {
            begins[axes[i]] = asked[i];
            ends[axes[i]] = asked[axes.length + i];
        }
        double value = call.optional(2).map(PieceOperators::real).orElse((double) call.real("value", 0));
        return padded(call.input(0), begins, ends, value);
    }

    private static double real(NDArray scalar) {
        return scalar.toType(DataType.FLOAT64, false).toDoubleArray()[0];
    }

    /** PyTorch counts pairs from the last axis. */
    static NDArray padded(NDArray array, long[] begins, long[] ends, double value) {
        int rank = begins.length;
        long[] pairs = new long[2 * rank];
        for (int axis = 0; axis < rank; axis++) {
            pairs[2 * (rank - 1 - axis)] = begins[axis];
            pairs[2 * (rank - 1 - axis) + 1] = ends[axis];
        }
        return LongStream.of(pairs).allMatch(each -> each == 0) ? array : array.pad(new Shape(pairs), value);
    }
}
