package dev.bascule.reports.comparison;

import java.util.List;
import java.util.Optional;

/**
 * A case on the two sides.
 *
 * @param label the case, as people know it
 * @param group what it is summed up under, such as {@code webnn in Chrome Headless Shell}
 * @param baseline where the baseline ran it
 * @param candidate where the candidate ran it
 * @param baselineRuns samples of the baseline, by run, oldest first; of an interleaved comparison the native side's
 * @param candidateRuns likewise
 * @param estimate of the ratio; empty where there is too little to make one of
 * @param adjustedP the estimate's p-value after Holm's correction over all cases of the comparison; 1 where there is no estimate
 * @param effect by rank; empty where there is no estimate
 * @param finding what is shown
 * @param why for people: how it was come by, or why there is no estimate
 * @param notes what a reader should know besides, such as a busy machine
 * @param regression whether it is a slowdown of the same thing on the same machine, shown, and beyond the threshold
 * @param reproduce the line that repeats the candidate's case
 * @param measuredIn where the other case is whose measurements these are: a chain shows those of the backend's own cell. It is shown
 *     here, with that case's finding, and counted and tested there; empty where it counts itself
 */
public record CaseComparison(
        String label,
        String group,
        String baseline,
        String candidate,
        List<RunSamples> baselineRuns,
        List<RunSamples> candidateRuns,
        Optional<Estimate> estimate,
        double adjustedP,
        Optional<EffectSize> effect,
        SpeedFinding finding,
        String why,
        List<String> notes,
        boolean regression,
        String reproduce,
        Optional<String> measuredIn) {

    public CaseComparison {
        baselineRuns = List.copyOf(baselineRuns);
        candidateRuns = List.copyOf(candidateRuns);
        notes = List.copyOf(notes);
    }

    /** Median of the run medians, in milliseconds; empty without runs. */
    public static Optional<Double> median(List<RunSamples> runs) {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(Medians.of(
                        runs.stream().mapToDouble(run -> run.samples().median()).toArray()));
    }

    /** Samples on both sides. */
    public int samples() {
        return baselineRuns.stream().mapToInt(run -> run.samples().size()).sum()
                + candidateRuns.stream().mapToInt(run -> run.samples().size()).sum();
    }

    /** What is shown, for people: {@code faster by 12–15 %}. */
    public String verdict(ComparisonOptions options) {
        return Sentences.finding(finding, estimate, adjustedP, options)
                + (finding.isOfOtherConditions() ? ": " + why : "")
                + Sentences.countedIn(measuredIn);
    }

    /** Whether its estimate counts among the others': there is one, and no other case shows the same measurements. */
    boolean counts() {
        return estimate.isPresent() && measuredIn.isEmpty();
    }

    /** The same measurements in another place, which show the same there and count here. */
    CaseComparison shownBy(CaseComparison other) {
        return new CaseComparison(
                other.label,
                other.group,
                other.baseline,
                other.candidate,
                baselineRuns,
                candidateRuns,
                estimate,
                adjustedP,
                effect,
                finding,
                why,
                notes,
                regression,
                other.reproduce,
                Optional.of(candidate));
    }
}
