package dev.bascule.studies.conformance;

import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes an expected value that a given output does not meet: one element off by little more than the tolerance, or another
 * shape. It works out what the tolerance is by itself, for it is there to check those who compare. Stateless.
 */
final class Corruption {
    /** How far beyond the tolerance, so that no rounding brings it back inside. */
    private static final double BEYOND = 2;

    private Corruption() {}

    /**
     * The value with one element changed; of a sequence, in one of its items. Empty where no element can be: an empty
     * tensor, or a tolerance as wide as the type.
     *
     * @param draw which element, from any number
     */
    static Optional<Value> element(Value got, Tolerance tolerance, long draw) {
        if (got instanceof Value.One one) {
            return element(one.tensor(), tolerance, draw).map(Value::of);
        }
        if (got instanceof Value.Many many) {
            for (int i = 0; i < many.items().size(); i++) {
                int at = (int) Math.floorMod(draw + i, (long) many.items().size());
                Optional<Value> changed = element(many.items().get(at), tolerance, draw);
                if (changed.isPresent()) {
                    List<Value> items = new ArrayList<>(many.items());
                    items.set(at, changed.get());
                    return Optional.of(new Value.Many(items));
                }
            }
        }
        return Optional.empty();
    }

    /** The value in another shape: a dimension, an item, or a value where there was none. */
    static Value shape(Value got) {
        if (got instanceof Value.One one) {
            List<Long> dims = new ArrayList<>(one.tensor().shape().dims());
            dims.add(0, 1L);
            return Value.of(Tensor.of(
                    one.tensor().dtype(), new Shape(dims), one.tensor().data()));
        }
        Value scalar = Value.of(Tensor.floats(Shape.of(), 1));
        if (got instanceof Value.Many many) {
            List<Value> items = new ArrayList<>(many.items());
            items.add(items.isEmpty() ? scalar : items.get(0));
            return new Value.Many(items);
        }
        return scalar;
    }

    private static Optional<Tensor> element(Tensor got, Tolerance tolerance, long draw) {
        long elements = got.shape().elements();
        if (elements == 0) {
            return Optional.empty();
        }
        int at = (int) Math.floorMod(draw, elements);
        return switch (got.dtype()) {
            case STRING -> {
                List<String> strings = new ArrayList<>(got.asStrings());
                strings.set(at, strings.get(at) + "x");
                yield Optional.of(Tensor.strings(got.shape(), strings));
            }
            case BOOL -> Optional.of(with(got, at, bits(got, at) == 0 ? 1 : 0));
            case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, INT4, UINT4, INT2, UINT2 -> {
                double limit = tolerance.perElement() instanceof ElementTolerance.Ulps ulps ? BEYOND * ulps.limit() : 0;
                long step = (long) Math.floor(limit) + 1;
                // A narrow type may wrap to a number that is not far enough.
                yield Stream.of(with(got, at, bits(got, at) + step), with(got, at, bits(got, at) - step))
                        .filter(changed -> got.dtype().bits() == 64
                                || Math.abs(Elements.of(got).at(at)
                                                - Elements.of(changed).at(at))
                                        > limit)
                        .findFirst();
            }
            case FLOAT16,
                    BFLOAT16,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0,
                    FLOAT32,
                    FLOAT64 -> floating(got, at, tolerance.perElement());
        };
    }

    /** Neighbour by neighbour, at doubling distance where the type has too many of them. */
    private static Optional<Tensor> floating(Tensor got, int at, ElementTolerance perElement) {
        int width = got.dtype().bits();
        long bits = bits(got, at);
        long most = 1L << Math.min(width, 62) - 1;
        for (long step = 1; step > 0 && step <= most; step = width <= 16 ? step + 1 : step * 2) {
            for (long candidate : new long[] {bits + step, bits - step}) {
                Tensor changed = with(got, at, candidate);
                if (isBeyond(got, changed, at, perElement)) {
                    return Optional.of(changed);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBeyond(Tensor got, Tensor changed, int at, ElementTolerance perElement) {
        double was = Elements.of(got).at(at);
        double is = Elements.of(changed).at(at);
        if (!Double.isFinite(is)) {
            return false;
        }
        if (!Double.isFinite(was)) {
            return true;
        }
        double distance = Math.abs(was - is);
        if (perElement instanceof ElementTolerance.Ulps ulps) {
            return got.dtype().bits() < 16 ? distance > 0 : ulp(got, changed, at) > BEYOND * ulps.limit();
        }
        if (perElement instanceof ElementTolerance.Close close) {
            return distance > BEYOND * (close.absolute() + close.relative() * Math.abs(is));
        }
        double floor = perElement instanceof ElementTolerance.Scaled scaled ? scaled.floor() : 0;
        return distance > BEYOND * (floor + perElement.relativePart() * (Math.abs(is) + typicalMagnitude(changed)));
    }

    /** Numbers of the type between two: the distance of their bits, ordered as the numbers are. */
    private static double ulp(Tensor got, Tensor changed, int at) {
        long a = ordered(got, at);
        long b = ordered(changed, at);
        // Ranks near 2^62 do not fit a double: subtracted as integers where that cannot overflow.
        return (a ^ b) >= 0 ? Math.abs(a - b) : Math.abs((double) a) + Math.abs((double) b);
    }

    private static long ordered(Tensor tensor, int at) {
        int width = tensor.dtype().bits();
        long magnitude = bits(tensor, at) & (-1L >>> (65 - width));
        return (bits(tensor, at) >>> (width - 1) & 1) == 0 ? magnitude : -magnitude;
    }

    /** Not less than the judge's: the median of all that are not zero, masks among them. */
    private static double typicalMagnitude(Tensor tensor) {
        Elements.Reader values = Elements.of(tensor);
        double[] sorted = IntStream.range(0, Math.toIntExact(tensor.shape().elements()))
                .mapToDouble(i -> Math.abs(values.at(i)))
                .filter(magnitude -> magnitude > 0 && Double.isFinite(magnitude))
                .distinct()
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
    }

    private static long bits(Tensor tensor, int at) {
        ByteBuffer data = tensor.data();
        return switch (tensor.dtype().bits()) {
            case 2 -> data.get(at / 4) >>> (at % 4 * 2) & 0x3;
            case 4 -> data.get(at / 2) >>> (at % 2 * 4) & 0xF;
            case 8 -> data.get(at) & 0xFF;
            case 16 -> data.getShort(at * 2) & 0xFFFF;
            case 32 -> data.getInt(at * 4) & 0xFFFFFFFFL;
            default -> data.getLong(at * 8);
        };
    }

    private static Tensor with(Tensor tensor, int at, long bits) {
        ByteBuffer data = ByteBuffer.wrap(tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        DType dtype = tensor.dtype();
        switch (dtype.bits()) {
            case 2, 4 -> {
                int each = Byte.SIZE / dtype.bits();
                int shift = at % each * dtype.bits();
                int mask = (1 << dtype.bits()) - 1;
                data.put(at / each, (byte) (data.get(at / each) & ~(mask << shift) | (bits & mask) << shift));
            }
            case 8 -> data.put(at, (byte) bits);
            case 16 -> data.putShort(at * 2, (short) bits);
            case 32 -> data.putInt(at * 4, (int) bits);
            default -> data.putLong(at * 8, bits);
        }
        return Tensor.of(dtype, tensor.shape(), data.array());
    }
}
