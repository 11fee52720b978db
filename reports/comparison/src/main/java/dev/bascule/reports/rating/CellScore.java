package dev.bascule.reports.rating;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.comparison.Estimator;
import dev.bascule.reports.comparison.RunNoise;
import dev.bascule.reports.comparison.RunSamples;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import dev.bascule.reports.scoring.Score;
import dev.bascule.reports.scoring.Scorer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cell's score with its interval.
 *
 * @param cell the cell
 * @param score as the matrix shows it; nothing, as for a failure, where the target cannot run it
 * @param interval what the score is at either end of the interval of its speed; the score itself where it needs no speed
 * @param scoreBasis what both rest on
 */
record CellScore(MatrixCell cell, Score score, Interval interval, ScoreBasis scoreBasis) {
    private static final long SEED = 42;
    private static final Set<ErrorCode> OF_THE_CASE = Set.of(ErrorCode.REFERENCE_UNAVAILABLE, ErrorCode.INPUT_MISMATCH);

    /** Empty where nothing was measured. A backend that says no counts no better than one that gives wrong outputs. */
    static Optional<CellScore> of(MatrixCell cell) {
        Optional<Score> counted = cannotRun(cell) ? Optional.of(Scorer.nothing("it cannot run there")) : cell.score();
        return counted.map(score -> {
            Optional<Speed> speed = speed(cell);
            return new CellScore(
                    cell, score, interval(cell, score, speed), scoreBasis(cell, speed.flatMap(Speed::assumed)));
        });
    }

    /** Whether it was tried there and turned out not to be possible; what never began says nothing. */
    static boolean cannotRun(MatrixCell cell) {
        return cell.verdict() == Verdict.UNSUPPORTED && cell.caseResult().isTelling();
    }

    /** Whether its case failed and not its target: such a failure, of inputs that do not fit, is the same on every target. */
    static boolean saysNothingOfTarget(CaseRun run) {
        return run.verdict().isFailure()
                && run.decisive()
                        .failure()
                        .map(Failure::code)
                        .filter(OF_THE_CASE::contains)
                        .isPresent();
    }

    static ModelScore model(List<CellScore> cells) {
        MatrixCell first = cells.get(0).cell();
        return new ModelScore(
                first.run().model().name(),
                first.run().model().sha256(),
                Ranking.mean(cells.stream()
                        .map(cell -> new Assessment(cell.score().exact(), cell.interval(), cell.scoreBasis()))
                        .toList()),
                cells.stream().map(CellScore::score).toList(),
                cells.stream().anyMatch(cell -> !cannotRun(cell.cell())));
    }

    /**
     * How well the speed in a score is known.
     *
     * @param ratios of own time over the native CPU's
     * @param assumed the noise between runs that is in them
     */
    private record Speed(Interval ratios, Optional<RunNoise> assumed) {}

    /** What failed ran nowhere that could be proven. */
    private static ScoreBasis scoreBasis(MatrixCell cell, Optional<RunNoise> assumed) {
        boolean right = cell.verdict().isRight();
        boolean proven = cell.decisive().evidence().proof() == ProofClass.PROVEN;
        return new ScoreBasis(right ? 1 : 0, right && !proven ? 1 : 0, assumed);
    }

    private static Interval interval(MatrixCell cell, Score score, Optional<Speed> speed) {
        return speed.map(known -> new Interval(
                        at(cell, known.ratios().high(), score),
                        at(cell, known.ratios().low(), score)))
                .orElseGet(() -> new Interval(score.exact(), score.exact()));
    }

    private static Optional<Speed> speed(MatrixCell cell) {
        return cell.relative()
                .flatMap(speed -> speed.ci95()
                        .map(ratios -> new Speed(ratios, Optional.empty()))
                        .or(() -> ofMedians(cell, speed)));
    }

    private static double at(MatrixCell cell, double ratio, Score score) {
        return Scorer.scoreAt(
                        cell.run(),
                        cell.relative()
                                .map(speed ->
                                        new RelativeSpeed(ratio, Optional.empty(), speed.baseline(), speed.basis())))
                .map(Score::exact)
                .orElseGet(score::exact);
    }

    /** Two medians of one run have no interval of their own: as for any single runs, it is that of the noise between runs, which is assumed. */
    private static Optional<Speed> ofMedians(MatrixCell cell, RelativeSpeed speed) {
        if (speed.basis() != Basis.MEDIANS_OF_THE_SAME_RUN) {
            return Optional.empty();
        }
        Optional<RunSamples> own = samples(cell, cell.decisive().measured().timing());
        Optional<RunSamples> baseline = cell.caseResult()
                .nativeCpu()
                .flatMap(run -> samples(cell, run.decisive().measured().timing()));
        boolean busy =
                cell.decisive().measured().timing().flatMap(Timing::noise).isPresent();
        RunNoise noise = busy ? RunNoise.ASSUMED_BUSY : RunNoise.ASSUMED;
        return own.flatMap(candidate -> baseline.map(from -> new Speed(
                Estimator.separate(List.of(from), List.of(candidate), noise, SEED)
                        .ci95(),
                Optional.of(noise))));
    }

    private static Optional<RunSamples> samples(MatrixCell cell, Optional<Timing> timing) {
        return timing.map(Timing::measured)
                .filter(samples -> !samples.isEmpty() && samples.median() > 0)
                .map(samples -> new RunSamples(
                        cell.caseResult().runId(), cell.caseResult().startedAt(), samples));
    }
}
