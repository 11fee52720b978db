package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.Score;
import dev.bascule.reports.scoring.Scorer;
import java.util.Optional;

/**
 * One cell of the matrix. Figures are there only where their samples are.
 *
 * @param sighting the case run that it shows
 * @param summary statistics of the warm samples of a right attempt
 * @param relative against the native CPU, where both were measured
 * @param score 0 to 100, where there is something to judge
 */
public record MatrixCell(
        Sighting sighting, Optional<Summary> summary, Optional<RelativeSpeed> relative, Optional<Score> score) {

    static MatrixCell of(Sighting sighting) {
        Attempt decisive = sighting.run().decisive();
        return new MatrixCell(
                sighting,
                decisive.timing()
                        .filter(timing -> decisive.succeeded())
                        .map(Timing::measured)
                        .filter(samples -> !samples.isEmpty())
                        .flatMap((Samples samples) -> Summary.of(samples)),
                RelativeSpeed.of(sighting.run(), sighting.nativeCpu()),
                Scorer.score(sighting.run(), sighting.nativeCpu()));
    }

    public CaseRun run() {
        return sighting.run();
    }

    public Verdict verdict() {
        return run().verdict();
    }

    public Attempt decisive() {
        return run().decisive();
    }

    public ProofClass proof() {
        return decisive().evidence().proof();
    }

    /** Whether it ran on a software adapter, as far as known. */
    public boolean isSoftware() {
        return decisive()
                .evidence()
                .software()
                .or(() -> decisive().target().software())
                .orElse(false);
    }

    /** Where a chain ended up, when that is not its first backend. */
    public Optional<String> reached() {
        return verdict() == Verdict.FELL_BACK
                ? Optional.of(decisive().target().backend().id())
                : Optional.empty();
    }
}
