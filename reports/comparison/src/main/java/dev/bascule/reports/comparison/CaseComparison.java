package dev.bascule.reports.comparison;

import java.util.List;
import java.util.Optional;

/**
 * A case on the two sides.
 *
 * @param subject the case, and where it ran
 * @param baselineRuns samples of the baseline, by run, oldest first; of an interleaved comparison the native side's
 * @param candidateRuns likewise
 * @param estimate of the ratio; empty where there is too little to make one of
 * @param effect by rank; empty where there is no estimate
 * @param judgement what it comes to
 * @param notes what a reader should know besides, such as a busy machine
 * @param measuredIn where the other case is whose measurements these are: a chain shows those of the backend's own cell. It is shown
 *     here, with that case's finding, and counted and tested there; empty where it counts itself
 */
public record CaseComparison(
        Subject subject,
        List<RunSamples> baselineRuns,
        List<RunSamples> candidateRuns,
        Optional<Estimate> estimate,
        Optional<EffectSize> effect,
        Judgement judgement,
        List<String> notes,
        Optional<String> measuredIn) {

    /**
     * What is compared.
     *
     * @param label the case, as people know it
     * @param group what it is summed up under, such as {@code webnn in Chrome Headless Shell}
     * @param baseline where the baseline ran it
     * @param candidate where the candidate ran it
     * @param reproduce the line that repeats the candidate's case
     */
    public record Subject(String label, String group, String baseline, String candidate, String reproduce) {}

    /**
     * What a comparison comes to.
     *
     * @param finding what is shown
     * @param why for people: how it was come by, or why there is no estimate
     * @param adjustedP the estimate's p-value after Holm's correction over all cases of the comparison; 1 where there is no
     *     estimate
     * @param regression whether it is a slowdown of the same thing on the same machine, shown, and beyond the threshold
     */
    public record Judgement(SpeedFinding finding, String why, double adjustedP, boolean regression) {}

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
        return Sentences.finding(judgement.finding(), estimate, judgement.adjustedP(), options)
                + (judgement.finding().isOfOtherConditions() ? ": " + judgement.why() : "")
                + Sentences.countedIn(measuredIn);
    }

    /** Whether its estimate counts among the others': there is one, and no other case shows the same measurements. */
    boolean counts() {
        return estimate.isPresent() && measuredIn.isEmpty();
    }

    /** The same, which comes to this. */
    CaseComparison judged(Judgement other, List<String> noted) {
        return new CaseComparison(subject, baselineRuns, candidateRuns, estimate, effect, other, noted, measuredIn);
    }

    /** The same measurements in another place, which show the same there and count here. */
    CaseComparison shownBy(CaseComparison other) {
        return new CaseComparison(
                other.subject,
                baselineRuns,
                candidateRuns,
                estimate,
                effect,
                judgement,
                notes,
                Optional.of(subject.candidate()));
    }
}
