package dev.bascule.reports.scoring;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a cell takes against the native CPU on the same model in the same run.
 *
 * @param ratio own time over the baseline's: above 1 is slower
 * @param ci95 interval of the ratio, where it was interleaved often enough
 * @param baseline id of the target compared with
 * @param basis how well the two can be compared
 */
public record RelativeSpeed(double ratio, Optional<Interval> ci95, String baseline, Basis basis) {

    /** How a ratio was come by, best first. */
    public enum Basis {
        /** Both sides measured in turn (ABBA), so that what the machine did meanwhile fell on both. */
        INTERLEAVED,
        /** Medians of two cells of one run, measured one after the other. */
        MEDIANS_OF_THE_SAME_RUN,
        /** The cell is the baseline. */
        IS_THE_BASELINE
    }

    /**
     * The speed of a case run's decisive attempt; empty unless both sides were right and timed, by a clock that
     * is fine enough: a median of 0 ms is no speed.
     *
     * @param nativeCpu the strict native CPU's run of the same case in the same run
     */
    public static Optional<RelativeSpeed> of(CaseRun run, Optional<CaseRun> nativeCpu) {
        Attempt own = run.decisive();
        if (!own.succeeded()) {
            return Optional.empty();
        }
        Optional<RelativeSpeed> interleaved =
                own.comparison().filter(RelativeSpeed::isWithNativeCpu).map(RelativeSpeed::interleaved);
        if (interleaved.isPresent()) {
            return interleaved;
        }
        Optional<Samples> ownSamples = measured(own);
        if (ownSamples.isPresent() && isSameTarget(own, nativeCpu)) {
            return Optional.of(
                    new RelativeSpeed(1, Optional.empty(), own.target().id(), Basis.IS_THE_BASELINE));
        }
        Optional<Attempt> baseline = nativeCpu.map(CaseRun::decisive).filter(Attempt::succeeded);
        Optional<Samples> baselineSamples = baseline.flatMap(RelativeSpeed::measured);
        return ownSamples.isPresent() && baselineSamples.isPresent()
                ? medians(ownSamples.get(), baselineSamples.get(), baseline.map(b -> b.target()))
                : Optional.empty();
    }

    /** A chain that ended on the native CPU is the baseline as well: it against itself would tell noise only. */
    private static boolean isSameTarget(Attempt own, Optional<CaseRun> nativeCpu) {
        return nativeCpu
                .map(baseline -> baseline.decisive().target().id())
                .filter(own.target().id()::equals)
                .isPresent();
    }

    private static RelativeSpeed interleaved(Comparison comparison) {
        return new RelativeSpeed(
                comparison.ratio().value(), comparison.ratio().ci95(), comparison.baseline(), Basis.INTERLEAVED);
    }

    private static Optional<RelativeSpeed> medians(Samples own, Samples baseline, Optional<Target> target) {
        return own.median() > 0 && baseline.median() > 0
                ? target.map(t -> new RelativeSpeed(
                        own.median() / baseline.median(), Optional.empty(), t.id(), Basis.MEDIANS_OF_THE_SAME_RUN))
                : Optional.empty();
    }

    private static Optional<Samples> measured(Attempt attempt) {
        return attempt.measured().timing().map(Timing::measured).filter(samples -> !samples.isEmpty());
    }

    /** A comparison with anything else is no ratio to native. */
    private static boolean isWithNativeCpu(Comparison comparison) {
        return comparison.isWithNativeCpu() && comparison.ratio().value() > 0;
    }

    /** In words, for a caption. */
    public String basisInWords() {
        return basis.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
