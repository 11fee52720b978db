package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The same elements in another shape, order or type. Stateless. */
final class ShapeOperators {
    private ShapeOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "Identity", TorchOperator.one(call -> call.input(0)),
                "Reshape", TorchOperator.one(ShapeOperators::reshape),
                "Flatten", TorchOperator.one(ShapeOperators::flatten),
                "Transpose", TorchOperator.one(ShapeOperators::transpose),
                "Unsqueeze", TorchOperator.one(ShapeOperators::unsqueeze),
                "Squeeze", TorchOperator.one(ShapeOperators::squeeze),
                "Expand",
                        TorchOperator.one(call -> Dims.expanded(
                                call.input(0),
                                Dims.broadcast(
                                        Dims.of(call.input(0)), call.input(1).toLongArray()))),
                "Shape", TorchOperator.one(call -> call.manager().create(Dims.of(call.input(0)))),
                "Cast", TorchOperator.one(ShapeOperators::cast));
    }

    private static NDArray reshape(TorchCall call) {
        long[] from = Dims.of(call.input(0));
        long[] to = call.input(1).toLongArray();
        if (call.integer("allowzero", 0) == 0) {
            for (int i = 0; i < to.length; i++) {
                to[i] = to[i] == 0 ? from[i] : to[i];
            }
        }
        return call.input(0).reshape(new Shape(to));
    }

    private static NDArray flatten(TorchCall call) {
        long[] from = Dims.of(call.input(0));
        long given = call.integer("axis", 1);
        int axis = given == from.length ? from.length : call.axis(given, from.length);
        long rows = LongStream.of(Arrays.copyOf(from, axis)).reduce(1, Math::multiplyExact);
        return call.input(0).reshape(new Shape(rows, call.input(0).size() / rows));
    }

    private static NDArray transpose(TorchCall call) {
        int rank = Dims.rank(call.input(0));
        int[] order = call.integers("perm")
                .map(perm -> LongStream.of(perm).mapToInt(Math::toIntExact).toArray())
                .orElseGet(() -> IntStream.range(0, rank).map(i -> rank - 1 - i).toArray());
        return rank == 0 ? call.input(0) : call.input(0).transpose(order);
    }

    private static NDArray unsqueeze(TorchCall call) {
        long[] asked = call.integers(1, "axes").orElseThrow(() -> call.unknown("no axes"));
        List<Long> dims = new ArrayList<>();
        LongStream.of(Dims.of(call.input(0))).forEach(dims::add);
        for (int axis : call.axes(asked, dims.size() + asked.length)) {
            dims.add(axis, 1L);
        }
        return call.input(0).reshape(new Shape(dims));
    }

    private static NDArray squeeze(TorchCall call) {
        long[] from = Dims.of(call.input(0));
        int[] axes = call.integers(1, "axes")
                .map(asked -> call.axes(asked, from.length))
                .orElseGet(() -> IntStream.range(0, from.length)
                        .filter(axis -> from[axis] == 1)
                        .toArray());
        return call.input(0)
                .reshape(new Shape(IntStream.range(0, from.length)
                        .filter(axis -> Arrays.binarySearch(axes, axis) < 0)
                        .mapToLong(axis -> from[axis])
                        .toArray()));
    }

    /** DJL's conversion cuts the way of gradients, so that floats of one width are not made floats of another. */
    private static NDArray cast(TorchCall call) {
        NDArray from = call.input(0);
        DType asked = DType.ofOnnx((int) call.integer("to", 0)).orElseThrow(() -> call.unknown("a type of its own"));
        DataType to = switch (asked) {
            case FLOAT32 -> call.wide() ? DataType.FLOAT64 : DataType.FLOAT32;
            case FLOAT64, FLOAT16, BFLOAT16 -> {
                if (!call.wide()) {
                    throw call.unknown("the type " + asked.wireName());
                }
                yield DataType.FLOAT64;
            }
            case INT64 -> DataType.INT64;
            case INT32 -> DataType.INT32;
            case BOOL -> DataType.BOOLEAN;
            default -> throw call.unknown("the type " + asked.wireName());
        };
        return from.toType(to, false);
    }
}
