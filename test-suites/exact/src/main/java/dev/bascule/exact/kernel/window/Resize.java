package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.List;

/** Resize and Upsample. Stateless. */
final class Resize {
    private Resize() {}

    static Array resize(Call call) {
        return resized(call, Resizing.resize(call, call.array(0).dims()));
    }

    static Array upsample(Call call) {
        return resized(call, Resizing.upsample(call, call.array(0).dims()));
    }

    private static Array resized(Call call, Resizing resizing) {
        Array x = call.array(0);
        if (resizing.mode().equals("nearest")) {
            return nearest(call, x, resizing);
        }
        if (x instanceof Reals reals) {
            return weighted(call, reals, resizing);
        }
        if (x instanceof Integers integers) {
            // ONNX's reference rounds, ties to even, and saturates.
            Reals wide = call.rounding().atStep(weighted(call, integers.reals(DType.FLOAT32), resizing));
            return saturated(integers.dtype(), wide);
        }
        throw new UnsupportedOperatorException("%s of strings, %s".formatted(call.operator(), resizing.mode()));
    }

    private static Array nearest(Call call, Array x, Resizing resizing) {
        if (call.flag("antialias")) {
            throw new IllegalArgumentException("Resize has antialias for the nearest element");
        }
        List<ResizeAxis> axes = resizing.axes();
        int[] strides = Dims.strides(x.dims());
        int[] from = {0};
        for (int i = 0; i < axes.size(); i++) {
            ResizeAxis axis = axes.get(i);
            int[] sources = axis.still() ? sources(axis.in()) : sources(call.rounding(), axis, resizing);
            int[] next = new int[Dims.size(from.length, sources.length)];
            for (int j = 0; j < next.length; j++) {
                int before = from[j / sources.length];
                int source = sources[j % sources.length];
                next[j] = before < 0 || source < 0 ? -1 : before + source * strides[i];
            }
            from = next;
        }
        Array picked = x.picked(from, resizing.out());
        double beside = call.real("extrapolation_value", 0);
        return beside == 0 ? picked : filled(picked, from, beside);
    }

    private static int[] sources(int size) {
        int[] sources = new int[size];
        for (int i = 0; i < size; i++) {
            sources[i] = i;
        }
        return sources;
    }

    private static int[] sources(Rounding rounding, ResizeAxis axis, Resizing resizing) {
        double[] coordinates = resizing.coordinates(axis, rounding);
        double[] asked = rounding.atStep(new Reals(DType.FLOAT32, coordinates, coordinates.length))
                .data();
        int[] sources = new int[coordinates.length];
        for (int i = 0; i < sources.length; i++) {
            double nearest = nearest(resizing.nearest(), asked[i], axis.numerator() < axis.denominator());
            sources[i] = resizing.crops() && axis.beside(coordinates[i])
                    ? -1
                    : (int) Math.max(0, Math.min(axis.in() - 1.0, nearest));
        }
        return sources;
    }

    private static double nearest(String mode, double coordinate, boolean fewer) {
        return switch (mode) {
            case "round_prefer_floor" -> Math.ceil(coordinate - 0.5);
            case "round_prefer_ceil" -> Math.floor(coordinate + 0.5);
            case "floor" -> Math.floor(coordinate);
            case "ceil" -> Math.ceil(coordinate);
            case Resizing.SIMPLE -> fewer ? Math.ceil(coordinate) : Math.floor(coordinate);
            default -> throw new UnsupportedOperatorException("nearest_mode " + mode);
        };
    }

    private static Array filled(Array picked, int[] from, double beside) {
        if (picked instanceof Reals reals) {
            double[] data = reals.data().clone();
            for (int i = 0; i < data.length; i++) {
                data[i] = from[i] < 0 ? beside : data[i];
            }
            return new Reals(reals.dtype(), data, reals.dims());
        }
        if (picked instanceof Integers integers) {
            long[] data = integers.data().clone();
            for (int i = 0; i < data.length; i++) {
                data[i] = from[i] < 0 ? (long) beside : data[i];
            }
            return Integers.wrapped(integers.dtype(), data, integers.dims());
        }
        throw new UnsupportedOperatorException("Resize of strings with an extrapolation_value");
    }

    /** One axis after the other. */
    private static Reals weighted(Call call, Reals x, Resizing resizing) {
        Reals y = x;
        List<ResizeAxis> axes = resizing.axes();
        for (int i = 0; i < axes.size(); i++) {
            if (!axes.get(i).still()) {
                y = ResizeWeights.of(call, resizing, axes.get(i)).applied(call.rounding(), y, i);
            }
        }
        return resizing.crops() ? extrapolated(call, y, resizing) : y;
    }

    private static Reals extrapolated(Call call, Reals y, Resizing resizing) {
        double value = call.real("extrapolation_value", 0);
        double[] data = y.data().clone();
        int[] strides = Dims.strides(y.dims());
        for (int i = 0; i < strides.length; i++) {
            ResizeAxis axis = resizing.axes().get(i);
            double[] coordinates = axis.coordinates(resizing.transformation());
            for (int at = 0; at < data.length; at++) {
                if (axis.beside(coordinates[at / strides[i] % axis.out()])) {
                    data[at] = value;
                }
            }
        }
        return new Reals(y.dtype(), data, y.dims());
    }

    private static Integers saturated(DType dtype, Reals values) {
        long[] data = new long[values.size()];
        for (int i = 0; i < data.length; i++) {
            data[i] = IntegerRange.held(dtype, Math.rint(values.data()[i]));
        }
        return Integers.wrapped(dtype, data, values.dims());
    }
}
