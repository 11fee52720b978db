package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.Score;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a matrix shows of a cell, without the samples and evidence behind it: those are asked for by {@link #caseRun}. The
 * figures are those that {@link MatrixCell} has of the same case run. Immutable.
 *
 * @param place which cell
 * @param caseRun the case run that it shows: where one run has several for a cell, the worst
 * @param startedAt when its run began
 * @param began whether anything was there to run it on, as {@link CaseRun#neverBegan} says
 * @param verdict never {@code SKIPPED}: what was skipped is no cell
 * @param family of the model, as that run knew it
 * @param task of the model, as that run knew it
 * @param score 0 to 100; empty where there is nothing to judge
 * @param time of the warm inferences; empty where no right attempt was timed
 * @param relative against the native CPU; empty where not both were measured
 * @param proof how well it is known where it ran
 * @param software whether it ran on a software adapter; empty where nobody said
 * @param requested the backend asked for first
 * @param actual the backend that gave right outputs, as far as known
 * @param reason why the verdict is no pass; of a fallback, what the first backend said
 * @param noise what else the machine did while it was timed, where that was noticed
 * @param throttled whether something held the machine back while it was timed
 * @param fromExact how far all values of the outputs are from the exact result, root mean square, in σ of what rounding alone makes
 *     of a value; empty where nothing tells
 * @param merged how many other case runs of the same run are behind this cell, none worse
 */
public record CellSummary(
        CellPlace place,
        CaseRunRef caseRun,
        Instant startedAt,
        boolean began,
        Verdict verdict,
        Family family,
        String task,
        Optional<Integer> score,
        Optional<Time> time,
        Optional<Relative> relative,
        ProofClass proof,
        Optional<Boolean> software,
        String requested,
        Optional<String> actual,
        Optional<Reason> reason,
        Optional<String> noise,
        boolean throttled,
        Optional<Double> fromExact,
        int merged) {

    /**
     * @param medianMs of the measured samples, in milliseconds
     * @param ci95 interval of the median, in milliseconds; empty for fewer samples than that takes
     * @param n how many samples
     */
    public record Time(double medianMs, Optional<Interval> ci95, int n) {}

    /**
     * @param ratio own time over the native CPU's: above 1 is slower
     * @param ci95 interval of the ratio, where it was interleaved often enough
     * @param basis how well the two can be compared
     */
    public record Relative(double ratio, Optional<Interval> ci95, RelativeSpeed.Basis basis) {}

    /** What went wrong. */
    public record Reason(ErrorCode code, String message) {}

    static CellSummary of(MatrixCell cell, CellPlace place, CaseRunRef caseRun, int merged) {
        CaseRun run = cell.run();
        Attempt decisive = cell.decisive();
        return new CellSummary(
                place,
                caseRun,
                cell.caseResult().startedAt(),
                !run.neverBegan(),
                run.verdict(),
                run.model().family(),
                run.model().task(),
                cell.score().map(Score::value),
                cell.summary().map(CellSummary::time),
                cell.relative().map(speed -> new Relative(speed.ratio(), speed.ci95(), speed.basis())),
                cell.proof(),
                cell.software(),
                run.chain().first().id(),
                decisive.succeeded() ? decisive.evidence().actual() : Optional.empty(),
                reason(run),
                cell.summary().flatMap(any -> decisive.measured().timing()).flatMap(Timing::noise),
                cell.throttled(),
                decisive.numerics()
                        .filter(Numerics::isByUsualRounding)
                        .flatMap(numerics -> numerics.difference().noise())
                        .map(Difference.Noise::rms)
                        .filter(Double::isFinite),
                merged);
    }

    private static Time time(Summary summary) {
        return new Time(summary.median(), summary.ci95(), summary.n());
    }

    private static Optional<Reason> reason(CaseRun run) {
        return Stream.concat(Stream.of(run.decisive()), run.attempts().stream())
                .flatMap(attempt -> attempt.failure().stream())
                .findFirst()
                .map((Failure failure) -> new Reason(failure.code(), failure.message()));
    }
}
