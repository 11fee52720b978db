package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.kernel.reduce.Totals;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Normalizations over the last axes, and those of ONNX Runtime that add something first. Stateless. */
final class LayerKernels {
    private static final double EPSILON = 1e-5f;
    private static final double SKIP_EPSILON = 1e-12f;

    private LayerKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("LayerNormalization", LayerKernels::layer),
                Map.entry("RMSNormalization", call -> rms(call).subList(0, 1)),
                Map.entry("SimplifiedLayerNormalization", LayerKernels::rms),
                Map.entry(
                        "com.microsoft.SimplifiedLayerNormalization",
                        Kernel.reading(2, Set.of("axis", "epsilon", "stash_type"), LayerKernels::rms)),
                Map.entry(
                        "com.microsoft.SkipLayerNormalization",
                        Kernel.reading(5, Set.of("epsilon"), LayerKernels::skip)),
                Map.entry(
                        "com.microsoft.SkipSimplifiedLayerNormalization",
                        Kernel.reading(4, Set.of("epsilon"), LayerKernels::skipSimplified)));
    }

    private static Groups groups(Call call) {
        int[] dims = call.array(0).dims();
        return Groups.from(Dims.axis(call.integer("axis", -1), dims.length), dims);
    }

    /** The type of what is kept of the way to the result. */
    private static DType stash(Call call) {
        return call.dtype("stash_type", DType.FLOAT32);
    }

    private static List<Operand> layer(Call call) {
        Layer layer = Layer.of(
                groups(call),
                call.reals(0),
                call.real("epsilon", EPSILON),
                call.reals(1),
                call.realsIf(2),
                call.rounding());
        return List.of(
                layer.result(), layer.mean().as(stash(call)), layer.inverse().as(stash(call)));
    }

    private static List<Operand> rms(Call call) {
        Groups groups = groups(call);
        Reals x = call.reals(0);
        Reals inverse = rootMeanSquare(groups, x, call.real("epsilon", EPSILON), call.rounding());
        return List.of(
                Layer.scaled(x, inverse, call.reals(1), call.rounding())
                        .as(call.reals(1).dtype()),
                inverse.as(stash(call)));
    }

    private static Reals rootMeanSquare(Groups groups, Reals x, double epsilon, Rounding rounding) {
        return Moments.inverse(Totals.meanSquare(groups, x, rounding), epsilon, rounding);
    }

    /** Input, skip, gamma, beta, bias. */
    private static List<Operand> skip(Call call) {
        Reals sum = sum(call, 4);
        Layer layer = Layer.of(
                Groups.over(sum.dims(), -1),
                sum,
                call.real("epsilon", SKIP_EPSILON),
                call.reals(2),
                call.realsIf(3),
                call.rounding());
        return List.of(
                layer.result(), layer.mean().as(DType.FLOAT32), layer.inverse().as(DType.FLOAT32), sum);
    }

    /** Input, skip, gamma, bias. */
    private static List<Operand> skipSimplified(Call call) {
        Reals sum = sum(call, 3);
        Groups groups = Groups.over(sum.dims(), -1);
        Reals inverse = rootMeanSquare(groups, sum, call.real("epsilon", SKIP_EPSILON), call.rounding());
        // No result depends on the mean, but there is an output for it.
        Reals mean = Totals.mean(groups, sum, call.rounding());
        return List.of(
                Layer.scaled(sum, inverse, call.reals(2), call.rounding()),
                mean.as(DType.FLOAT32),
                inverse.as(DType.FLOAT32),
                sum);
    }

    private static Reals sum(Call call, int bias) {
        Rounding rounding = call.rounding();
        Reals sum = rounding.relative(Elementwise.plus(call.reals(0), call.reals(1)), 1);
        return call.realsIf(bias)
                .map(one -> rounding.relative(Elementwise.plus(sum, one), 1))
                .orElse(sum);
    }
}
