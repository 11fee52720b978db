package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far the outputs of a reference move when it is run in other ways that are as right: with the graph optimised, from
 * inputs moved by one unit in the last place, and with results of nodes that round otherwise. An engine that lies within a few times that is no wronger than the reference.
 * Immutable.
 *
 * @param relative by output: the greatest movement of an element relative to its own and the typical magnitude; steps for 8-bit
 *     integers
 */
public record Spread(Map<String, Double> relative) {
    public static final Spread NONE = new Spread(Map.of());

    /** An engine rounds in every node, a moved input once: so many times the movement. */
    private static final double FACTOR = 4;
    /** However far a reference moves, more than this relative part is not excused. */
    private static final double MOST = 0.125;

    public Spread {
        relative = Map.copyOf(relative);
    }

    /** The greater of two, output by output. */
    public Spread or(Spread other) {
        Map<String, Double> greater = new HashMap<>(relative);
        other.relative.forEach((name, value) -> greater.merge(name, value, Math::max));
        return new Spread(greater);
    }

    /**
     * How far an output moved.
     *
     * @param allowed without any spread; what its fixed part covers is no movement
     */
    public static Spread of(String output, Tensor moved, Tensor reference, Tolerance allowed) {
        DType dtype = reference.dtype();
        boolean steps = dtype == DType.INT8 || dtype == DType.UINT8;
        if (!steps && !dtype.isFloat()
                || moved.dtype() != dtype
                || !moved.shape().equals(reference.shape())) {
            return NONE;
        }
        double floor = allowed.perElement() instanceof ElementTolerance.Scaled scaled ? scaled.floor() : 0;
        double scale = steps ? 0 : Magnitude.of(reference).typical();
        Elements.Reader a = Elements.of(moved);
        Elements.Reader b = Elements.of(reference);
        double most = 0;
        for (int i = 0; i < reference.shape().elements(); i++) {
            double distance = Math.abs(a.at(i) - b.at(i)) - floor;
            if (distance > 0) {
                most = Math.max(most, steps ? distance : distance / (Math.abs(b.at(i)) + scale));
            }
        }
        return Double.isFinite(most) ? new Spread(Map.of(output, most)) : NONE;
    }

    /** The tolerance that the movement asks for; empty where it is no wider. */
    Optional<Tolerance> widen(String output, DType dtype, Tolerance plain) {
        double moved = relative.getOrDefault(output, 0.0);
        if (dtype == DType.INT8 || dtype == DType.UINT8) {
            return moved < 1
                    ? Optional.empty()
                    : Optional.of(
                            Tolerance.ulps(1, "one step, for the reference itself moves by %.0f".formatted(moved)));
        }
        if (!dtype.isFloat() || !(plain.perElement() instanceof ElementTolerance.Scaled scaled)) {
            return Optional.empty();
        }
        double wider = Math.min(MOST, FACTOR * moved);
        return wider <= scaled.relative()
                ? Optional.empty()
                : Optional.of(new Tolerance(
                        new ElementTolerance.Scaled(wider, scaled.floor()),
                        "%s; here %.3g%s, for native CPU optimised, unoptimised, with inputs moved by one unit in the last place and nodes by 16 differ by up to %.3g"
                                .formatted(
                                        plain.basis(),
                                        wider,
                                        wider < MOST ? " = %.0f × the spread".formatted(FACTOR) : ", the most",
                                        moved)));
    }
}
