package dev.bascule.exact.kernel.shape;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Optional;

/** Operators that make arrays out of attributes, shapes and single numbers. Stateless. */
final class Constants {
    private Constants() {}

    static Array constant(Call call) {
        Optional<TensorProto> tensor = call.tensor("value");
        if (tensor.isPresent()) {
            return ArrayTensors.of(tensor.get());
        }
        if (call.attribute("value_float").isPresent()) {
            return new Reals(DType.FLOAT32, new double[] {call.real("value_float", 0)});
        }
        if (call.attribute("value_int").isPresent()) {
            return Integers.longs(new long[] {call.integer("value_int", 0)});
        }
        if (call.attribute("value_string").isPresent()) {
            return new Texts(new String[] {call.text("value_string", "")});
        }
        Optional<double[]> reals = call.reals("value_floats");
        if (reals.isPresent()) {
            return new Reals(DType.FLOAT32, reals.get(), reals.get().length);
        }
        Optional<long[]> integers = call.integers("value_ints");
        if (integers.isPresent()) {
            return Integers.longs(integers.get(), integers.get().length);
        }
        List<String> texts = call.texts("value_strings")
                .orElseThrow(() -> new UnsupportedOperatorException("a Constant that is sparse"));
        return new Texts(texts.toArray(String[]::new), texts.size());
    }

    static Array constantOfShape(Call call) {
        int[] dims = call.integers(0).ints();
        return call.tensor("value")
                .map(ArrayTensors::of)
                .orElseGet(() -> new Reals(DType.FLOAT32, new double[1], 1))
                .picked(new int[Dims.size(dims)], dims);
    }

    static Array eyeLike(Call call) {
        Array like = call.array(0);
        if (like.rank() != 2) {
            throw new IllegalArgumentException("EyeLike of %d dimensions".formatted(like.rank()));
        }
        long diagonal = call.integer("k", 0);
        DType dtype = call.dtype("dtype", like.dtype());
        int rows = like.dims()[0];
        int columns = like.dims()[1];
        int[] places = new int[Dims.size(rows, columns)];
        for (int row = 0; row < rows; row++) {
            if (row + diagonal >= 0 && row + diagonal < columns) {
                places[row * columns + (int) (row + diagonal)] = 1;
            }
        }
        Array zeroAndOne = dtype.isFloat()
                ? new Reals(dtype, new double[] {0, 1}, 2)
                : Integers.wrapped(dtype, new long[] {0, 1}, 2);
        return zeroAndOne.picked(places, rows, columns);
    }

    static Array oneHot(Call call) {
        Array indices = call.array(0);
        int depth = (int) whole(call, call.array(1))[0];
        Array values = call.array(2);
        int axis = Dims.axis(call.integer("axis", -1), indices.rank() + 1);
        int inner = Dims.size(indices.dims(), axis, indices.rank());
        int[] shape = Along.inserted(indices.dims(), axis, depth);
        int[] places = new int[Dims.size(shape)];
        long[] hot = whole(call, indices);
        for (int i = 0; i < hot.length; i++) {
            long index = hot[i] < 0 ? hot[i] + depth : hot[i];
            // An index beyond the depth is none of the classes, which is allowed.
            if (index >= 0 && index < depth) {
                places[(i / inner * depth + (int) index) * inner + i % inner] = 1;
            }
        }
        return values.picked(places, shape);
    }

    /** Whole numbers, of which OneHot says that they may come as floats, too. */
    private static long[] whole(Call call, Array array) {
        if (array instanceof Integers integers) {
            return integers.data();
        }
        double[] reals = call.rounding().atStep((Reals) array).data();
        long[] whole = new long[reals.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (long) reals[i];
        }
        return whole;
    }

    static Array range(Call call) {
        return call.array(0) instanceof Reals ? realRange(call) : wholeRange(call);
    }

    private static Array realRange(Call call) {
        double start = call.reals(0).only();
        double delta = call.reals(2).only();
        if (delta == 0) {
            throw new IllegalArgumentException("Range has a delta of 0");
        }
        double count = Math.max(0, Math.ceil((call.reals(1).only() - start) / delta));
        double[] all = new double[Dims.size((int) count)];
        for (int i = 0; i < all.length; i++) {
            all[i] = start + i * delta;
        }
        Reals range = new Reals(call.array(0).dtype(), all, all.length);
        // Whole numbers are exact, which positions and the like rely on.
        return start == Math.rint(start) && delta == Math.rint(delta)
                ? range
                : call.rounding().sum(range, 2, () -> squares(range, start, delta));
    }

    private static Reals squares(Reals range, double start, double delta) {
        double[] squares = new double[range.size()];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = start * start + i * delta * (i * delta);
        }
        return new Reals(range.dtype(), squares, range.dims());
    }

    private static Array wholeRange(Call call) {
        long start = call.integers(0).only();
        long delta = call.integers(2).only();
        if (delta == 0) {
            throw new IllegalArgumentException("Range has a delta of 0");
        }
        long count = Math.max(
                0, -Math.floorDiv(Math.subtractExact(start, call.integers(1).only()), delta));
        long[] all = new long[Dims.size((int) Math.min(Integer.MAX_VALUE, count))];
        for (int i = 0; i < all.length; i++) {
            all[i] = start + i * delta;
        }
        return Integers.wrapped(call.array(0).dtype(), all, all.length);
    }
}
