package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.Score;
import dev.bascule.reports.scoring.Scorer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One cell of the matrix. Figures are there only where their samples are.
 *
 * @param caseResult the case run that it shows
 * @param summary statistics of the warm samples of a right attempt
 * @param relative against the native CPU, where both were measured
 * @param score 0 to 100, where there is something to judge
 * @param merged other case runs of the same run for this cell, none worse; the cell shows none of their figures
 */
public record MatrixCell(
        CaseResult caseResult,
        Optional<Summary> summary,
        Optional<RelativeSpeed> relative,
        Optional<Score> score,
        List<MatrixCell> merged) {

    public MatrixCell {
        merged = List.copyOf(merged);
    }

    /** The cell that shows this case run. */
    public static MatrixCell of(CaseResult caseResult) {
        Attempt decisive = caseResult.run().decisive();
        Optional<RelativeSpeed> relative = RelativeSpeed.of(caseResult.run(), caseResult.nativeCpu());
        return new MatrixCell(
                caseResult,
                decisive.measured()
                        .timing()
                        .filter(timing -> decisive.succeeded())
                        .map(Timing::measured)
                        .filter(samples -> !samples.isEmpty())
                        .flatMap((Samples samples) -> Summary.of(samples)),
                relative,
                Scorer.scoreAt(caseResult.run(), relative),
                List.of());
    }

    /** One cell of several that one run has for it: the worst wins, of equally bad ones the first. */
    static MatrixCell worst(List<MatrixCell> cells) {
        MatrixCell worst = cells.get(0);
        for (MatrixCell cell : cells) {
            worst = cell.verdict().compareTo(worst.verdict()) > 0 ? cell : worst;
        }
        List<MatrixCell> others = new ArrayList<>(cells);
        others.remove(cells.indexOf(worst));
        return new MatrixCell(worst.caseResult(), worst.summary(), worst.relative(), worst.score(), others);
    }

    /** The same cell, where older runs are known that are not shown. */
    MatrixCell after(List<CaseResult> older) {
        return older.isEmpty() ? this : new MatrixCell(caseResult.afterThose(older), summary, relative, score, merged);
    }

    /** {@code imported}, {@code attached}: how it came here, where it was not measured by this program alone. */
    public List<String> ways() {
        return caseResult.ways();
    }

    /** How many runs of its very place passed, where not all of them came to the like. */
    public Optional<String> unsteady() {
        return caseResult.past().unlike(verdict());
    }

    /** The case runs that it stands for, the one that it shows first. */
    public List<CaseRun> runs() {
        List<CaseRun> runs = new ArrayList<>(List.of(run()));
        merged.forEach(other -> runs.add(other.run()));
        return runs;
    }

    public CaseRun run() {
        return caseResult.run();
    }

    public Verdict verdict() {
        return run().verdict();
    }

    public Attempt decisive() {
        return run().decisive();
    }

    /** Whether something held the machine back while its times were taken. */
    public boolean throttled() {
        return summary.isPresent() && decisive().throttled();
    }

    public ProofClass proof() {
        return decisive().evidence().proof();
    }

    /** The chain or backend of the other cell of the same run that measured what this one shows; empty where it did itself. */
    public Optional<String> measuredIn() {
        return caseResult.measuredIn().map(other -> other.chain().toString());
    }

    /** How well it is known where it ran, as one sign; empty where nothing ran, since there is nothing to know. */
    public String mark() {
        boolean ran = decisive().succeeded()
                || proof() != ProofClass.UNKNOWN
                || decisive().outcome() == Outcome.WRONG;
        return ran ? CellSymbols.of(proof()) : "";
    }

    /** Whether it ran on a software adapter; empty where nobody said. */
    public Optional<Boolean> software() {
        return caseResult.software();
    }

    /** Whether it ran on a software adapter, as far as known. */
    public boolean isSoftware() {
        return software().orElse(false);
    }

    /** The retry that passed after the first pass had failed. */
    public Optional<NumberedAttempt> passedOnRetry() {
        return NumberedAttempt.passed(run());
    }

    /** Where a chain ended up, when that is not its first backend; a flaky one may have fallen back as well. */
    public Optional<String> reached() {
        return reached(run());
    }

    /** Where a case run ended up, when that is not its chain's first backend. */
    public static Optional<String> reached(CaseRun run) {
        Backend backend = run.decisive().target().backend();
        boolean elsewhere =
                run.decisive().succeeded() && !backend.equals(run.chain().first());
        return run.verdict() == Verdict.FELL_BACK || (run.verdict() == Verdict.FLAKY && elsewhere)
                ? Optional.of(backend.id())
                : Optional.empty();
    }
}
