package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Operators that write updates over elements, or reckon them up with these. Stateless. */
final class Scatters {
    private Scatters() {}

    static Array scatterElements(Call call) {
        Integers indices = call.integers(1);
        int axis = Dims.axis(call.integer("axis", 0), call.array(0).rank());
        return updated(call, Gathers.places(call.array(0), indices, axis));
    }

    static Array scatterNd(Call call) {
        return updated(call, Gathers.runs(call.array(0), call.integers(1), 0));
    }

    /** @param places for each update the element that it goes to */
    private static Array updated(Call call, int[] places) {
        Array data = call.array(0);
        Array updates = call.array(2);
        if (updates.size() != places.length || updates.dtype() != data.dtype()) {
            throw new IllegalArgumentException("%s for %d places of %s"
                    .formatted(updates, places.length, data.dtype().wireName()));
        }
        String reduction = call.text("reduction", "none");
        if (reduction.equals("none")) {
            int[] from = new int[data.size()];
            for (int i = 0; i < from.length; i++) {
                from[i] = i;
            }
            for (int i = 0; i < places.length; i++) {
                from[places[i]] = data.size() + i;
            }
            return Array.joined(List.of(data, updates)).picked(from, data.dims());
        }
        if (data instanceof Reals reals) {
            return reduced(call, reals, (Reals) updates, places, reduction);
        }
        if (data instanceof Integers integers) {
            return reduced(integers, (Integers) updates, places, reduction);
        }
        throw new UnsupportedOperatorException("%s of strings by '%s'".formatted(call.operator(), reduction));
    }

    private static Reals reduced(Call call, Reals data, Reals updates, int[] places, String reduction) {
        DoubleBinaryOperator function = switch (reduction) {
            case "add" -> Double::sum;
            case "mul" -> (a, b) -> a * b;
            case "max" -> Math::max;
            case "min" -> Math::min;
            default -> throw new UnsupportedOperatorException("a reduction by '%s'".formatted(reduction));
        };
        double[] all = data.data().clone();
        int[] met = new int[all.length];
        int most = 0;
        for (int i = 0; i < places.length; i++) {
            all[places[i]] = function.applyAsDouble(all[places[i]], updates.data()[i]);
            most = Math.max(most, ++met[places[i]]);
        }
        Reals result = new Reals(data.dtype(), all, data.dims());
        if (most == 0 || reduction.equals("max") || reduction.equals("min")) {
            return result;
        }
        Reals rounded = reduction.equals("mul")
                ? call.rounding().relative(result, most)
                : call.rounding().sum(result, most + 1L, () -> squares(data, updates, places));
        // What is not updated is not rounded.
        double[] told = rounded.data();
        if (told == all) {
            return rounded;
        }
        double[] both = new double[all.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = met[i] > 0 ? told[i] : all[i];
        }
        return new Reals(data.dtype(), both, data.dims());
    }

    private static Reals squares(Reals data, Reals updates, int[] places) {
        double[] squares = data.mapped(value -> value * value).data();
        for (int i = 0; i < places.length; i++) {
            double update = updates.data()[i];
            squares[places[i]] += update * update;
        }
        return new Reals(data.dtype(), squares, data.dims());
    }

    private static Integers reduced(Integers data, Integers updates, int[] places, String reduction) {
        // Flipped, the top bit of unsigned numbers of 64 bits makes them compare as signed ones.
        long flip = data.dtype() == DType.UINT64 ? Long.MIN_VALUE : 0;
        LongBinaryOperator function = switch (reduction) {
            case "add" -> Long::sum;
            case "mul" -> (a, b) -> a * b;
            case "max" -> (a, b) -> Math.max(a ^ flip, b ^ flip) ^ flip;
            case "min" -> (a, b) -> Math.min(a ^ flip, b ^ flip) ^ flip;
            default -> throw new UnsupportedOperatorException("a reduction by '%s'".formatted(reduction));
        };
        long[] all = data.data().clone();
        for (int i = 0; i < places.length; i++) {
            all[places[i]] = function.applyAsLong(all[places[i]], updates.data()[i]);
        }
        return Integers.wrapped(data.dtype(), all, data.dims());
    }
}
