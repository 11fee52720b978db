package dev.bascule.reports.matrix;

import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.scoring.RelativeSpeed;

/** The small signs that stand in cells, and their words. Stateless. */
public final class Marks {
    private Marks() {}

    /** How well it is known where a cell ran, as one sign. */
    public static String of(ProofClass proof) {
        return switch (proof) {
            case PROVEN -> "●";
            case REPORTED -> "◐";
            case UNKNOWN -> "○";
        };
    }

    /** The same in words. */
    public static String words(ProofClass proof) {
        return switch (proof) {
            case PROVEN -> "the engine's own record shows where each node ran";
            case REPORTED -> "only an API's word; the engine kept no record";
            case UNKNOWN -> "nobody said where it ran";
        };
    }

    /** Times the native CPU's time; empty for the native CPU itself. */
    public static String ratio(RelativeSpeed speed) {
        return switch (speed.basis()) {
            case INTERLEAVED -> Figures.times(speed.ratio());
            case MEDIANS_OF_THE_SAME_RUN -> "≈" + Figures.times(speed.ratio());
            case IS_THE_BASELINE -> "";
        };
    }
}
