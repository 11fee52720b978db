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
 * @param dominatedBy names of those that are surely better in something and surely worse in nothing; none of the front's
 */
public record Judged(
        Point point, Figures figures, List<String> flags, boolean leftAccelerator, List<String> dominatedBy) {
    public Judged {
        flags = List.copyOf(flags);
        dominatedBy = List.copyOf(dominatedBy);
    }

    public boolean isOnFront() {
        return dominatedBy.isEmpty();
    }

    public boolean isOriginal() {
        return point.variant().equals(Variant.ORIGINAL);
    }

    /** Whether it is the unquantised model once more: it shows what processes differ by, and takes part in nothing. */
    public boolean isAgain() {
        return point.isAgain();
    }

    Judged dominated(List<String> by) {
        return new Judged(point, figures, flags, leftAccelerator, by);
    }
}
