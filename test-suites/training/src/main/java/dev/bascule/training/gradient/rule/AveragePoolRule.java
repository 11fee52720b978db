package dev.bascule.training.gradient.rule;

import static dev.bascule.training.gradient.rule.ConvRule.spatial;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Each element under a window gets its share; by how many it is divided follows from {@code count_include_pad}. */
final class AveragePoolRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("AveragePool");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol gradient = at.gradient();
        Window window = Window.over(
                at.node(),
                spatial(x),
                spatial(gradient),
                at.node().integers("kernel_shape").orElseThrow());
        long planes = x.dim(0) * x.dim(1);
        Symbol shares = on.constant(
                gradient,
                Tensor.floats(
                        Shape.of(1, 1, window.places()),
                        shares(window, at.node().integer("count_include_pad", 0) != 0)));
        Symbol share = on.mul(on.reshape(gradient, Shape.of(planes, 1, window.places())), shares);
        Symbol all = on.expand(share, Shape.of(planes, window.cells(), window.places()));
        return List.of(Optional.of(new Patches(on, window, planes).spread(all, x.shape())));
    }

    /** At each place one over how many count. */
    private static float[] shares(Window window, boolean padding) {
        double[] counts = {1};
        for (Window.Axis axis : window.axes()) {
            double[] longer = new double[Math.toIntExact(counts.length * axis.small())];
            for (int i = 0; i < longer.length; i++) {
                longer[i] = counts[i / (int) axis.small()] * count(axis, i % axis.small(), padding);
            }
            counts = longer;
        }
        float[] shares = new float[counts.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = (float) (1 / counts[i]);
        }
        return shares;
    }

    private static long count(Window.Axis axis, long place, boolean padding) {
        long least = padding ? -axis.before() : 0;
        long end = padding ? axis.large() + axis.after() : axis.large();
        return LongStream.range(0, axis.kernel())
                .map(cell -> place * axis.stride() - axis.before() + cell * axis.dilation())
                .filter(where -> where >= least && where < end)
                .count();
    }
}
