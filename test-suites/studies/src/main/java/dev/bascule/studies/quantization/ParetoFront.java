package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import java.util.List;
import java.util.Optional;

/**
 * Who is better than whom on one target, in what is lost, in time and in bytes. One dominates another where it is surely better in one
 * of the three and surely worse in none, and only where both were told apart from the unquantised model or not with an interval: of
 * whom one figure is missing nothing is said. What is flagged dominates nobody, and the unquantised model opened again takes no part.
 * Stateless.
 *
 * @param loss what is lost; empty where nothing is known
 */
record ParetoFront(Optional<Loss> loss) {
    /** Names and metadata are no weight. */
    static final double SAME_BYTES = 0.01;

    /** The same with who dominates each. */
    List<Judged> of(List<Judged> all) {
        return all.stream()
                .map(each -> each.dominated(all.stream()
                        .filter(other -> dominates(other, each))
                        .map(other -> other.point().variant())
                        .toList()))
                .toList();
    }

    private boolean dominates(Judged one, Judged other) {
        if (loss.isEmpty()
                || one.point().variant().equals(other.point().variant())
                || !one.flags().isEmpty()
                || one.isAgain()
                || other.isAgain()
                || one.leftAccelerator()
                || one.figures().pace(one.isOriginal()).isEmpty()
                || other.figures().pace(other.isOriginal()).isEmpty()
                || paired(one, other).flatMap(PairedLoss::ci95).isEmpty()) {
            return false;
        }
        return isBetter(one, other) && !isBetter(other, one);
    }

    /** Whether the one is surely better in any of the three. */
    private boolean isBetter(Judged one, Judged other) {
        return isSmaller(one, other) || isFaster(one, other) || losesLess(one, other);
    }

    private static boolean isSmaller(Judged one, Judged other) {
        return one.point().bytes() < other.point().bytes() * (1 - SAME_BYTES);
    }

    private static boolean isFaster(Judged one, Judged other) {
        Optional<Interval> own = one.figures().pace(one.isOriginal());
        Optional<Interval> its = other.figures().pace(other.isOriginal());
        return own.isPresent()
                && its.isPresent()
                && own.orElseThrow().high() < its.orElseThrow().low();
    }

    private boolean losesLess(Judged one, Judged other) {
        return paired(one, other).map(PairedLoss::isSurelyLess).orElse(false);
    }

    private Optional<PairedLoss> paired(Judged one, Judged other) {
        return loss.flatMap(kind -> kind.paired(one.point(), other.point()));
    }
}
