package dev.bascule.studies.quantization;

import java.util.List;

/**
 * A point with what follows from it. Immutable.
 *
 * @param point as measured
 * @param figures beside the unquantised model
 * @param flags what a reader must know of it: a claim that does not hold, data that calibrated and judged, nodes that left
 * @param leftAccelerator whether fewer of its nodes stayed on the backend than of the unquantised model's: its time is not the
 *     backend's
 * @param lossKnown whether it is known what it loses beside the unquantised model; of that itself whether anything is known there
 * @param dominatedBy names of those that are surely better in something and surely worse in nothing; none of the front's
 */
public record Judged(
        Point point,
        Figures figures,
        List<String> flags,
        boolean leftAccelerator,
        boolean lossKnown,
        List<String> dominatedBy) {
    public Judged {
        flags = List.copyOf(flags);
        dominatedBy = List.copyOf(dominatedBy);
    }

    /** Whether nobody dominates it, of all that can be compared. */
    public boolean isOnFront() {
        return isComparable() && dominatedBy.isEmpty();
    }

    /** Whether it can be advised or be on the front: nothing speaks against it, and what it loses is known. */
    boolean isComparable() {
        return lossKnown && flags.isEmpty() && !leftAccelerator && !isAgain();
    }

    /** Whether its interval has no place for a loss of nothing. */
    boolean surelyLoses() {
        return figures.loss()
                .flatMap(PairedLoss::ci95)
                .map(ends -> ends.low() > 0)
                .orElse(false);
    }

    public boolean isOriginal() {
        return point.variant().equals(Variant.ORIGINAL);
    }

    /** Whether it is the unquantised model once more: it shows what processes differ by, and takes part in nothing. */
    public boolean isAgain() {
        return point.isAgain();
    }

    Judged dominated(List<String> by) {
        return new Judged(point, figures, flags, leftAccelerator, lossKnown, by);
    }
}
