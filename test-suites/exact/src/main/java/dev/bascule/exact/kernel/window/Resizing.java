package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a Resize or Upsample asks for: each axis, and how what lies between elements is filled. Immutable.
 *
 * @param mode nearest, linear or cubic
 * @param transformation how coordinates follow from each other
 * @param nearest which element is the nearest
 */
record Resizing(List<ResizeAxis> axes, String mode, String transformation, String nearest) {
    /** Before version 11 the nearest was the one before, or when there are fewer after, the one behind. */
    static final String SIMPLE = "simple";

    Resizing {
        axes = List.copyOf(axes);
    }

    static Resizing upsample(Call call, int... dims) {
        double[] scales = call.opset() < 9
                ? call.reals("scales").orElse(new double[0])
                : call.reals(1).data();
        return simple(call, scales, dims);
    }

    static Resizing resize(Call call, int... dims) {
        if (call.opset() < 11) {
            return simple(call, call.reals(1).data(), dims);
        }
        String transformation = call.text("coordinate_transformation_mode", "half_pixel");
        int[] chosen = chosen(call, dims.length);
        ResizeAxis[] axes = kept(dims);
        Optional<double[]> scales = call.realsIf(2).map(Reals::data).filter(one -> one.length > 0);
        Optional<long[]> sizes = call.integersIf(3).map(one -> one.data()).filter(one -> one.length > 0);
        if (transformation.equals("tf_crop_and_resize")) {
            crop(call, axes, chosen);
            if (sizes.isEmpty() && Arrays.stream(axes).anyMatch(axis -> axis.start() != 0 || axis.end() != 1)) {
                throw new UnsupportedOperatorException(
                        "Resize of a region by scales, of which ONNX's text and its shape"
                                + " inference give different sizes");
            }
        }
        if (sizes.isPresent()) {
            fit(call, sizes.get().length, chosen.length);
            size(call, sizes.get(), axes, chosen);
        } else {
            double[] factors =
                    scales.orElseThrow(() -> new IllegalArgumentException("Resize has neither scales nor sizes"));
            fit(call, factors.length, chosen.length);
            int[] lengths = Arrays.stream(chosen).map(axis -> dims[axis]).toArray();
            refuseFractions(call, transformation, lengths, factors);
            for (int i = 0; i < chosen.length; i++) {
                axes[chosen[i]] = axes[chosen[i]].scaled(factors[i]);
            }
        }
        return new Resizing(
                List.of(axes),
                call.text("mode", "nearest"),
                transformation,
                call.text("nearest_mode", "round_prefer_floor"));
    }

    /**
     * Where a scale makes a length with a fraction, an aligned corner is the last element by ONNX's text and the end of that length by
     * ONNX's own code. Its published cases settle it for fewer elements, weighted.
     */
    private static void refuseFractions(Call call, String transformation, int[] lengths, double... scales) {
        boolean aligned = transformation.equals("align_corners");
        if (!aligned && !transformation.equals("tf_crop_and_resize")) {
            return;
        }
        boolean nearest = call.text("mode", "nearest").equals("nearest");
        for (int i = 0; i < lengths.length; i++) {
            float length = lengths[i] * (float) scales[i];
            boolean settled = aligned && !nearest && scales[i] < 1;
            if (!settled && length != Math.rint(length)) {
                throw new UnsupportedOperatorException(
                        "Resize by %s to a length of %s, where ONNX's text and its code differ"
                                .formatted(transformation, length));
            }
        }
    }

    private static Resizing simple(Call call, double[] scales, int... dims) {
        fit(call, scales.length, dims.length);
        List<ResizeAxis> axes = new ArrayList<>();
        for (int i = 0; i < dims.length; i++) {
            axes.add(ResizeAxis.kept(dims[i]).scaled(scales[i]));
        }
        String mode = call.text("mode", "nearest");
        return new Resizing(axes, mode.equals("bilinear") ? "linear" : mode, "asymmetric", SIMPLE);
    }

    private static ResizeAxis[] kept(int... dims) {
        return Arrays.stream(dims).mapToObj(ResizeAxis::kept).toArray(ResizeAxis[]::new);
    }

    private static int[] chosen(Call call, int rank) {
        return call.integers("axes")
                .map(given -> Arrays.stream(given)
                        .mapToInt(axis -> Dims.axis(axis, rank))
                        .toArray())
                .orElseGet(() -> IntStream.range(0, rank).toArray());
    }

    private static void fit(Call call, int given, int wanted) {
        if (given != wanted) {
            throw new IllegalArgumentException(
                    "%s has sizes or scales of %d axes for %d".formatted(call.operator(), given, wanted));
        }
    }

    private static void crop(Call call, ResizeAxis[] axes, int... chosen) {
        double[] region = call.reals(1).data();
        fit(call, region.length, 2 * chosen.length);
        for (int i = 0; i < chosen.length; i++) {
            axes[chosen[i]] = axes[chosen[i]].cropped(region[i], region[i + chosen.length]);
        }
    }

    private static void size(Call call, long[] sizes, ResizeAxis[] axes, int... chosen) {
        String policy = call.text("keep_aspect_ratio_policy", "stretch");
        if (policy.equals("stretch")) {
            for (int i = 0; i < chosen.length; i++) {
                axes[chosen[i]] = axes[chosen[i]].sized(sizes[i]);
            }
            return;
        }
        boolean larger = policy.equals("not_smaller");
        if (!larger && !policy.equals("not_larger")) {
            throw new UnsupportedOperatorException("keep_aspect_ratio_policy " + policy);
        }
        // The scale is that of one axis, the least or the most: which one is seen without dividing.
        long above = sizes[0];
        long below = axes[chosen[0]].in();
        for (int i = 1; i < chosen.length; i++) {
            long difference = sizes[i] * below - above * axes[chosen[i]].in();
            if (larger ? difference > 0 : difference < 0) {
                above = sizes[i];
                below = axes[chosen[i]].in();
            }
        }
        for (int axis : chosen) {
            axes[axis] = axes[axis].rounded(above, below);
        }
    }

    int[] out() {
        return axes.stream().mapToInt(ResizeAxis::out).toArray();
    }

    /**
     * An axis' coordinates, as an engine computes them: in float32 whatever it resizes, but for those that come out without an error
     * anyway.
     */
    double[] coordinates(ResizeAxis axis, Rounding rounding) {
        double[] exact = axis.coordinates(transformation);
        double[] moved = rounding.ranged(new Reals(DType.FLOAT32, exact, exact.length), 3, 1)
                .data();
        double[] coordinates = moved.clone();
        double step = exact.length > 1 ? exact[1] - exact[0] : 1;
        for (int i = 0; i < exact.length; i++) {
            if (axis.exact(exact[i], step)) {
                coordinates[i] = exact[i];
            }
        }
        return coordinates;
    }

    /** Whether a coordinate may lie beside the array. */
    boolean crops() {
        return transformation.equals("tf_crop_and_resize");
    }
}
