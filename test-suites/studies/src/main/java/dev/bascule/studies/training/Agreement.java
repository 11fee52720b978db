package dev.bascule.studies.training;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How two runs of the same steps agree. Immutable.
 *
 * @param steps of both
 * @param firstOther first step, from 1 on, whose loss has other bits; empty where none has
 * @param firstBeyond first whose losses lie further apart than the bound; empty where none does
 * @param furthest relative distance of two losses; infinite where one is no number
 */
public record Agreement(int steps, OptionalInt firstOther, OptionalInt firstBeyond, double furthest) {
    /** Relative: what a curve that is drawn would show. */
    static final double BOUND = 1e-3;

    /** How reproducible. */
    public enum Kind {
        BITWISE,
        BOUNDED,
        DIVERGENT
    }

    /** Of the losses that both have, in order. */
    public static Agreement of(List<Float> one, List<Float> other) {
        OptionalInt first = OptionalInt.empty();
        OptionalInt beyond = OptionalInt.empty();
        double furthest = 0;
        int steps = Math.min(one.size(), other.size());
        for (int i = 0; i < steps; i++) {
            if (Float.floatToRawIntBits(one.get(i)) == Float.floatToRawIntBits(other.get(i))) {
                continue;
            }
            double apart = Math.abs((double) one.get(i) - other.get(i))
                    / Math.max(Math.abs(one.get(i)), Math.abs(other.get(i)));
            double off = Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
            furthest = Math.max(furthest, off);
            first = first.isEmpty() ? OptionalInt.of(i + 1) : first;
            beyond = beyond.isEmpty() && off > BOUND ? OptionalInt.of(i + 1) : beyond;
        }
        return new Agreement(steps, first, beyond, furthest);
    }

    /** The same; empty where there is none that both have: of nothing nothing is said. */
    public static Optional<Agreement> among(List<Float> one, List<Float> other) {
        return Optional.of(of(one, other)).filter(agreed -> agreed.steps() > 0);
    }

    public Kind kind() {
        return firstOther.isEmpty() ? Kind.BITWISE : firstBeyond.isEmpty() ? Kind.BOUNDED : Kind.DIVERGENT;
    }
}
