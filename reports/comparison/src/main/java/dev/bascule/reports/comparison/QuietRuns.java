package dev.bascule.reports.comparison;

import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Optional;

/**
 * The runs of two sides that may be judged: what other programs did to a run must not be taken for what was changed.
 *
 * @param baseline runs to compare
 * @param candidate runs to compare
 * @param unfit why no difference between these is judged; empty where they may be
 * @param note what was left out, if anything
 */
record QuietRuns(List<RunSamples> baseline, List<RunSamples> candidate, Optional<String> unfit, Optional<String> note) {

    /**
     * Quiet runs only, where both sides have some. All of them, where both sides have enough to show their own spread, noise
     * included, and took turns or were all noisy: then it fell on both alike.
     */
    static QuietRuns of(List<RunSamples> baseline, List<RunSamples> candidate) {
        long noisyBefore = noisy(baseline);
        long noisyAfter = noisy(candidate);
        if (noisyBefore + noisyAfter == 0) {
            return new QuietRuns(baseline, candidate, Optional.empty(), Optional.empty());
        }
        boolean ownSpread = baseline.size() >= Estimator.OWN_SPREAD && candidate.size() >= Estimator.OWN_SPREAD;
        boolean alike = AlternationCheck.taken(baseline, candidate)
                || noisyBefore == baseline.size() && noisyAfter == candidate.size();
        if (ownSpread && alike) {
            return new QuietRuns(baseline, candidate, Optional.empty(), Optional.empty());
        }
        if (noisyBefore < baseline.size() && noisyAfter < candidate.size()) {
            return new QuietRuns(
                    quiet(baseline),
                    quiet(candidate),
                    Optional.empty(),
                    Optional.of("%s of the baseline and %d of the candidate are left out"
                            .formatted(Figures.counted(noisyBefore, "noisy run"), noisyAfter)));
        }
        String sides = noisyBefore < baseline.size()
                ? "the candidate was"
                : noisyAfter < candidate.size() ? "the baseline was" : "both sides were";
        return new QuietRuns(
                baseline,
                candidate,
                Optional.of("%s: %s measured while other programs worked, and no quiet run is there to hold it against"
                        .formatted(SpeedFinding.NOISY.words(), sides)),
                Optional.empty());
    }

    private static List<RunSamples> quiet(List<RunSamples> runs) {
        return runs.stream().filter(run -> !run.busy()).toList();
    }

    private static long noisy(List<RunSamples> runs) {
        return runs.stream().filter(RunSamples::busy).count();
    }
}
