package dev.bascule.training.graph;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The operators that training is made of, in few words. Every backend is likely to have them: no Max, Min, Sign, OneHot or Scatter. */
public final class Operators {
    /** What the name of a node begins with that rounds forward and passes gradients backward as they are. */
    public static final String STRAIGHT = "straight_through";

    private final GraphBuilder graph;

    public Operators(GraphBuilder graph) {
        this.graph = graph;
    }

    public GraphBuilder graph() {
        return graph;
    }

    public Symbol scalar(double value) {
        return graph.constant(Tensor.floats(Shape.of(), (float) value));
    }

    /** A scalar of the type of another value. */
    public Symbol scalar(Symbol like, double value) {
        return filled(like.dtype(), Shape.of(), value);
    }

    public Symbol longs(long... values) {
        return graph.constant(Tensor.longs(Shape.of(values.length), values));
    }

    /** A constant of 32-bit floats, in the type of another value. */
    public Symbol constant(Symbol like, Tensor floats) {
        Symbol constant = graph.constant(floats);
        return like.dtype() == constant.dtype() ? constant : cast(constant, like.dtype());
    }

    /** A constant tensor of one value. */
    public Symbol filled(Shape shape, double value) {
        return filled(DType.FLOAT32, shape, value);
    }

    /**
     * The same of 32-bit or 16-bit floats.
     *
     * @throws IllegalArgumentException for another type
     */
    public Symbol filled(DType dtype, Shape shape, double value) {
        int size = Math.toIntExact(shape.elements());
        if (dtype == DType.FLOAT16) {
            short[] halves = new short[size];
            Arrays.fill(halves, (short) FloatFormat.of(dtype).bits(value, Short.SIZE));
            ByteBuffer bytes = ByteBuffer.allocate(size * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asShortBuffer().put(halves);
            return graph.constant(Tensor.of(dtype, shape, bytes));
        }
        if (dtype != DType.FLOAT32) {
            throw new IllegalArgumentException("no constants are made of " + dtype.wireName());
        }
        float[] values = new float[size];
        Arrays.fill(values, (float) value);
        return graph.constant(Tensor.floats(shape, values));
    }

    public Symbol add(Symbol a, Symbol b) {
        return graph.op("Add", List.of(a, b));
    }

    public Symbol sub(Symbol a, Symbol b) {
        return graph.op("Sub", List.of(a, b));
    }

    public Symbol mul(Symbol a, Symbol b) {
        return graph.op("Mul", List.of(a, b));
    }

    public Symbol mul(Symbol a, double factor) {
        return mul(a, scalar(a, factor));
    }

    public Symbol div(Symbol a, Symbol b) {
        return graph.op("Div", List.of(a, b));
    }

    public Symbol add(Symbol a, double term) {
        return add(a, scalar(a, term));
    }

    public Symbol neg(Symbol a) {
        return graph.op("Neg", List.of(a));
    }

    public Symbol sqrt(Symbol a) {
        return graph.op("Sqrt", List.of(a));
    }

    public Symbol exp(Symbol a) {
        return graph.op("Exp", List.of(a));
    }

    public Symbol log(Symbol a) {
        return graph.op("Log", List.of(a));
    }

    public Symbol reciprocal(Symbol a) {
        return graph.op("Reciprocal", List.of(a));
    }

    public Symbol matMul(Symbol a, Symbol b) {
        return graph.op("MatMul", List.of(a, b));
    }

    /** Where the first is greater: 1, else 0, as floats of its type. */
    public Symbol greater(Symbol a, Symbol b) {
        return cast(graph.op("Greater", List.of(a, b)), a.dtype());
    }

    /** Where the first is no greater: 1, else 0. */
    public Symbol notGreater(Symbol a, Symbol b) {
        return sub(scalar(a, 1), greater(a, b));
    }

    /** Where it is above zero: 1, else 0. */
    public Symbol positive(Symbol a) {
        return greater(a, scalar(a, 0));
    }

    /** Where it is below zero: 1, else 0. */
    public Symbol negative(Symbol a) {
        return greater(scalar(a, 0), a);
    }

    /** Where a condition holds the first, else the second. */
    public Symbol where(Symbol condition, Symbol a, Symbol b) {
        return graph.op("Where", List.of(condition, a, b));
    }

    /** 1 above zero, -1 below, 0 at zero. */
    public Symbol sign(Symbol a) {
        return sub(positive(a), negative(a));
    }

    public Symbol pow(Symbol base, Symbol exponent) {
        return graph.op("Pow", List.of(base, exponent));
    }

    public Symbol square(Symbol a) {
        return mul(a, a);
    }

    public Symbol concat(int axis, List<Symbol> parts) {
        return parts.size() == 1 ? parts.get(0) : graph.op("Concat", parts, Attributes.integer("axis", axis));
    }

    public Symbol cast(Symbol a, DType to) {
        return graph.op("Cast", List.of(a), Attributes.integer("to", to.onnx()));
    }

    public Symbol transpose(Symbol a, long... permutation) {
        return graph.op("Transpose", List.of(a), Attributes.ints("perm", permutation));
    }

    /** The last two axes exchanged. */
    public Symbol transposeLast(Symbol a) {
        long[] order = LongStream.range(0, a.rank()).toArray();
        order[a.rank() - 1] = a.rank() - 2L;
        order[a.rank() - 2] = a.rank() - 1L;
        return transpose(a, order);
    }

    public Symbol reshape(Symbol a, Shape shape) {
        return a.shape().equals(shape) ? a : graph.op("Reshape", List.of(a, longs(shape.toArray())));
    }

    /** Repeated along axes of size 1, and along new ones in front. */
    public Symbol expand(Symbol a, Shape shape) {
        return a.shape().equals(shape) ? a : graph.op("Expand", List.of(a, longs(shape.toArray())));
    }

    /** Over some axes, each counted from the front. */
    public Symbol reduceSum(Symbol a, boolean keep, long... axes) {
        return axes.length == 0
                ? a
                : graph.op("ReduceSum", List.of(a, longs(axes)), Attributes.integer("keepdims", keep ? 1 : 0));
    }

    public Symbol reduceMean(Symbol a, boolean keep, long... axes) {
        return graph.op(
                "ReduceMean", List.of(a), Attributes.ints("axes", axes), Attributes.integer("keepdims", keep ? 1 : 0));
    }

    /** The sum of all elements, a scalar. */
    public Symbol total(Symbol a) {
        return reduceSum(a, false, LongStream.range(0, a.rank()).toArray());
    }

    /** What broadcasting repeated is summed again: the gradient of a value that was broadcast to the shape of this one. */
    public Symbol sumTo(Symbol gradient, Shape shape) {
        int extra = gradient.rank() - shape.rank();
        List<Long> axes = new ArrayList<>();
        for (int axis = 0; axis < gradient.rank(); axis++) {
            if (axis < extra || (shape.dims().get(axis - extra) == 1 && gradient.dim(axis) != 1)) {
                axes.add((long) axis);
            }
        }
        return reshape(
                reduceSum(
                        gradient, true, axes.stream().mapToLong(Long::longValue).toArray()),
                shape);
    }

    /** The parts of an axis between these borders. */
    public Symbol slice(Symbol a, int axis, long from, long to) {
        return graph.op("Slice", List.of(a, longs(from), longs(to), longs(axis)));
    }

    /** The parts of an axis at these indices, whose shape takes the place of the axis. */
    public Symbol gather(Symbol a, Symbol indices, int axis) {
        return graph.op("Gather", List.of(a, indices), Attributes.integer("axis", axis));
    }

    /** To the nearest whole number, of two the even one; gradients pass as if nothing were rounded. */
    public Symbol roundedStraight(Symbol a) {
        String name = STRAIGHT + "/" + a.name();
        return graph.add(Protos.node("Round", name, List.of(a.name()), List.of(name)))
                .output(0);
    }

    /** All axes but one. */
    public static long[] others(int rank, int axis) {
        return IntStream.range(0, rank)
                .filter(each -> each != axis)
                .asLongStream()
                .toArray();
    }
}
