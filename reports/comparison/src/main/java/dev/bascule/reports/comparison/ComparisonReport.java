package dev.bascule.reports.comparison;

import dev.bascule.reports.format.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Two sides held against each other: what changed in verdict first, then speed, case by case and summed up. Immutable.
 *
 * @param baseline what is compared with
 * @param candidate what is compared
 * @param kind what sort of comparison it is
 * @param options what figures were held against
 * @param changes verdicts that changed, the gravest first
 * @param cases every case that both sides have
 * @param groups what these come to, by place
 * @param mean geometric mean over all cases, where there are several with an estimate
 * @param unshared what the sides do not have in common
 */
public record ComparisonReport(
        Side baseline,
        Side candidate,
        Kind kind,
        ComparisonOptions options,
        List<VerdictChange> changes,
        List<CaseComparison> cases,
        List<GroupVerdict> groups,
        Optional<Estimate> mean,
        Unshared unshared) {

    public ComparisonReport {
        changes = List.copyOf(changes);
        cases = List.copyOf(cases);
        groups = List.copyOf(groups);
    }

    /**
     * @param name as the user called it
     * @param runs ids, the oldest first
     */
    public record Side(String name, List<String> runs) {
        public Side {
            runs = List.copyOf(runs);
        }
    }

    /**
     * What two sides do not have in common.
     *
     * @param differences in what they were made with
     * @param onlyBaseline cases that only the baseline has, as {@code model on target}
     * @param onlyCandidate likewise
     * @param untold of {@code onlyBaseline}, those that were right there and that the candidate says nothing about, with the
     *     reason: whether they got worse cannot be told
     */
    public record Unshared(
            List<SideDifference> differences,
            List<String> onlyBaseline,
            List<String> onlyCandidate,
            List<String> untold) {
        public Unshared {
            differences = List.copyOf(differences);
            onlyBaseline = List.copyOf(onlyBaseline);
            onlyCandidate = List.copyOf(onlyCandidate);
            untold = List.copyOf(untold);
        }
    }

    /** What a difference between the sides can be put down to. */
    public enum Kind {
        /** The same places of the same machine at other times: a difference is one of software, or of the machine's state. */
        SAME_PLACES("the same targets on the same machine"),
        /** Other browsers, engines or backends: a difference is no regression. */
        OTHER_TARGETS("different targets: a difference is no regression"),
        /** Other machines: a difference of speed says nothing of software; outputs that are no longer right do. */
        OTHER_MACHINES("different machines: verdicts count, and a difference of speed is one of machines");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * Cases that became slower beyond the threshold, each measurement once; none where the sides are not the same places. {@link
     * #shownSlowdowns} has every case that shows one.
     */
    public List<CaseComparison> slowdowns() {
        return cases.stream()
                .filter(one -> one.judgement().regression() && one.counts())
                .toList();
    }

    /** Likewise, with the cases that show the measurements of another. */
    public List<CaseComparison> shownSlowdowns() {
        return cases.stream().filter(one -> one.judgement().regression()).toList();
    }

    /**
     * Verdicts that became worse. Between machines only those that are no longer right: what a machine supports, and where it
     * places what, is the machine's. None between other targets. Each measurement once; {@link #shownVerdictRegressions} has every
     * place that shows one.
     */
    public List<VerdictChange> verdictRegressions() {
        return shownVerdictRegressions().stream()
                .filter(change -> change.measuredIn().isEmpty())
                .toList();
    }

    /** Likewise, with the places that show the measurements of another. */
    public List<VerdictChange> shownVerdictRegressions() {
        return switch (kind) {
            case SAME_PLACES ->
                changes.stream().filter(change -> change.kind().isRegression()).toList();
            case OTHER_MACHINES ->
                changes.stream()
                        .filter(change -> change.kind() == VerdictChange.Kind.CORRECTNESS)
                        .toList();
            case OTHER_TARGETS -> List.of();
        };
    }

    /** Whether no case could be compared: there is none on both sides, or each was fed with something else. */
    public boolean comparesNothing() {
        return cases.stream().allMatch(one -> one.judgement().finding() == SpeedFinding.OTHER_INPUTS);
    }

    public boolean hasRegression() {
        return !slowdowns().isEmpty() || !verdictRegressions().isEmpty();
    }

    /** Whether the sides have no case in common, and no verdict that one of them lost: then it says nothing of either. */
    public boolean isEmpty() {
        return cases.isEmpty() && changes.isEmpty();
    }

    /**
     * The least difference that could be shown of any case whose runs are too few to tell how runs differ, as a ratio above 1; empty
     * where there is no such case.
     */
    public Optional<Double> leastShown() {
        long comparisons = compared();
        return cases.stream()
                .flatMap(one -> one.estimate().stream())
                .filter(estimate -> estimate.basis() == Estimate.Basis.SINGLE_RUNS)
                .map(estimate -> estimate.leastShown(options.level() / comparisons))
                .min(Comparator.naturalOrder());
    }

    /** {@link #leastShown} in words, with what shows less. */
    public Optional<String> fewRuns() {
        return leastShown()
                .map(least -> "Of so few runs no difference of one case below ×%s can be shown."
                                .formatted(Figures.significant(least))
                        + " Where runs differ by 2 %, 16 of each side that take turns show 5 %, and 8 to 10 % where"
                        + " one side comes after the other.");
    }

    /** Cases whose speed is not judged, by the reason, each measurement once. */
    public SortedMap<String, Integer> unjudged() {
        SortedMap<String, Integer> why = new TreeMap<>();
        cases.stream()
                .filter(one -> one.estimate().isEmpty() && one.measuredIn().isEmpty())
                .forEach(one -> why.merge(one.judgement().finding().words(), 1, Integer::sum));
        return why;
    }

    /** {@link #unjudged} in words: {@code speed was judged in 0 of 2 cases (2 noisy: not judged)}; empty where all were. */
    public Optional<String> partlyJudged() {
        SortedMap<String, Integer> why = unjudged();
        long all =
                compared() + why.values().stream().mapToInt(Integer::intValue).sum();
        String verdicts = kind == Kind.OTHER_TARGETS || comparesNothing() ? "" : "; verdicts were compared";
        return why.isEmpty()
                ? Optional.empty()
                : Optional.of("speed was judged in %d of %s (%s)%s"
                        .formatted(
                                compared(),
                                Figures.counted(all, "case"),
                                why.entrySet().stream()
                                        .map(one -> one.getValue() + " " + one.getKey())
                                        .collect(Collectors.joining(", ")),
                                verdicts));
    }

    /** Cases with an estimate, each measurement once. */
    public long compared() {
        return cases.stream().filter(CaseComparison::counts).count();
    }
}
