package dev.bascule.reports.matrix;

import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.scoring.RelativeSpeed;

/** The small signs that stand in cells, and their words. Stateless. */
public final class CellSymbols {
    /** What a flaky cell is, in one sentence. */
    public static final String WAYS =
            "imported: measured elsewhere and read from a file, which was checked and not watched. attached: measured on a"
                    + " device whose processes nobody here could watch.";

    public static final String UNSTEADY =
            "n/m passed: of m runs on this machine with the same builds and inputs n passed; the newest verdict is shown.";

    public static final String FLAKY =
            "FLAKY: it failed first and passed on a retry in a clean browser or process. Both attempts are kept, the"
                    + " score is 0, and no figure of the retry stands for the cell.";

    /** What a cell says that stands for several case runs. */
    public static final String MERGED =
            "worst of n: the run has n case runs for this cell; the cell shows the worst of them, the report all.";

    /** What a cell says that shows the attempt of another. */
    public static final String SHARED =
            "= backend: the attempt of that backend's own cell in this run, not measured a second time.";

    /** Half an interval, as a share, above which a ± would be read wrongly. */
    private static final double WIDE = 0.3;

    /** Below which it does not matter that one half is wider. */
    private static final double SMALL = 0.1;

    private static final double UNEVEN = 1.5;

    private CellSymbols() {}

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

    /**
     * Half of the interval as a share of the ratio, the wider half, rounded up: {@code ±4%}. Both ends where that would say
     * too little of where they are, for it is wide, or one half is much wider than the other: {@code  (2.94–20.4)}.
     */
    private static String around(double ratio, Interval ends) {
        double below = (ratio - ends.low()) / ratio;
        double above = (ends.high() - ratio) / ratio;
        double wider = Math.max(below, above);
        if (wider > WIDE || (wider > SMALL && wider > UNEVEN * Math.min(below, above))) {
            return " (%s–%s)".formatted(Figures.significant(ends.low()), Figures.significant(ends.high()));
        }
        return "±%d%%".formatted((long) Math.ceil(wider * 100 - 1e-9));
    }

    /** Times the native CPU's time, with its 95 % interval where there is one; empty for the native CPU itself. */
    public static String ratio(RelativeSpeed speed) {
        return switch (speed.basis()) {
            case INTERLEAVED ->
                Figures.times(speed.ratio())
                        + speed.ci95().map(ends -> around(speed.ratio(), ends)).orElse("");
            case MEDIANS_OF_THE_SAME_RUN -> "≈" + Figures.times(speed.ratio());
            case IS_THE_BASELINE -> "";
        };
    }
}
