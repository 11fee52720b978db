package dev.bascule.reports.comparison;

import dev.bascule.reports.comparison.ComparisonReport.Kind;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds two sides against each other. Pure: the same cells and options give the same report. Stateless and thread-safe.
 *
 * <p>A cell meets its like: same case, and same place but for the dimensions that the comparison is about. Only right outputs
 * with samples are compared for speed; verdicts are compared always. What a run measured once and shows in several cells is shown
 * in each, and counted and tested once.
 */
public final class Comparer {
    private Comparer() {}

    /**
     * @param about dimensions that are compared, and may differ; the machine is one of them of itself where the sides share none
     * @param history other cells, from which the noise between runs may be known
     */
    public static ComparisonReport compare(
            ComparedSide baseline,
            ComparedSide candidate,
            Set<Dimension> about,
            Collection<CaseResult> history,
            ComparisonOptions options) {
        Set<Dimension> free = free(baseline, candidate, about);
        Kind kind = free.contains(Dimension.MACHINE)
                ? Kind.OTHER_MACHINES
                : free.isEmpty() ? Kind.SAME_PLACES : Kind.OTHER_TARGETS;
        Pairing pairing = Pairing.of(strictly(baseline, free), strictly(candidate, free), free);
        NoiseByPlace noise = NoiseByPlace.of(history, baseline, candidate, options.metric());
        CaseLabels labels = CaseLabels.of(pairing);
        List<CellComparer> comparers = pairing.pairs().stream()
                .map(pair -> new CellComparer(pair, labels.of(pair.to()), kind, noise, options))
                .toList();
        List<VerdictChange> changes = changes(comparers);
        List<CaseComparison> cases = cases(comparers, kind, options);
        pairing.otherInputs()
                .forEach(pair -> cases.add(new CellComparer(pair, labels.of(pair.to()), kind, noise, options).speed()));
        if (kind == Kind.SAME_PLACES) {
            changes.addAll(LostPlaces.of(pairing, baseline, candidate));
        }
        List<String> untold = kind == Kind.SAME_PLACES ? LostPlaces.untold(pairing, baseline, candidate) : List.of();
        changes.sort(Comparator.comparing(VerdictChange::kind).thenComparing(VerdictChange::label));
        List<CaseResult> before = new ArrayList<>();
        List<CaseResult> after = new ArrayList<>();
        pairing.pairs().forEach(pair -> {
            before.addAll(pair.baseline());
            after.addAll(pair.candidate());
        });
        return new ComparisonReport(
                new ComparisonReport.Side(baseline.name(), baseline.runs()),
                new ComparisonReport.Side(candidate.name(), candidate.runs()),
                kind,
                options,
                changes,
                cases,
                GroupVerdict.of(cases, options),
                mean(cases, kind),
                new ComparisonReport.Unshared(
                        SideDifference.between(before, after).stream()
                                .filter(difference -> kind != Kind.OTHER_TARGETS || difference.isOfBoth())
                                .toList(),
                        names(pairing.onlyBaseline()),
                        names(pairing.onlyCandidate()),
                        untold));
    }

    /** What may differ: what the comparison is about, and the machine where the sides share none. */
    static Set<Dimension> free(ComparedSide baseline, ComparedSide candidate, Set<Dimension> about) {
        Set<Dimension> free = EnumSet.noneOf(Dimension.class);
        free.addAll(about);
        if (java.util.Collections.disjoint(baseline.values(Dimension.MACHINE), candidate.values(Dimension.MACHINE))) {
            free.add(Dimension.MACHINE);
        }
        return free;
    }

    private static List<VerdictChange> changes(List<CellComparer> comparers) {
        SharedPairs shared = new SharedPairs(pairs(comparers), CellComparer::telling);
        Map<Pairing.Pair, VerdictChange> found = new IdentityHashMap<>();
        comparers.forEach(comparer -> comparer.verdictChange().ifPresent(change -> found.put(comparer.pair(), change)));
        return new ArrayList<>(comparers.stream()
                .map(CellComparer::pair)
                .filter(found::containsKey)
                .map(pair -> shared.owner(pair)
                        .filter(found::containsKey)
                        .map(owner -> change(found, pair)
                                .countedIn(change(found, owner).target()))
                        .orElseGet(() -> change(found, pair)))
                .toList());
    }

    private static VerdictChange change(Map<Pairing.Pair, VerdictChange> found, Pairing.Pair pair) {
        return Objects.requireNonNull(found.get(pair));
    }

    /** The speeds, corrected for their number; of a pair with the measurements of another that one's. */
    private static List<CaseComparison> cases(List<CellComparer> comparers, Kind kind, ComparisonOptions options) {
        SharedPairs shared = new SharedPairs(pairs(comparers), cells -> CellComparer.timed(cells, options.metric()));
        List<CellComparer> own = comparers.stream()
                .filter(comparer -> shared.owner(comparer.pair()).isEmpty())
                .toList();
        List<CaseComparison> corrected =
                corrected(own.stream().map(CellComparer::speed).toList(), kind, options);
        Map<Pairing.Pair, CaseComparison> found = new IdentityHashMap<>();
        for (int i = 0; i < own.size(); i++) {
            found.put(own.get(i).pair(), corrected.get(i));
        }
        return new ArrayList<>(comparers.stream()
                .map(comparer -> shared.owner(comparer.pair())
                        .map(owner -> Objects.requireNonNull(found.get(owner)).shownBy(comparer.speed()))
                        .orElseGet(() -> Objects.requireNonNull(found.get(comparer.pair()))))
                .toList());
    }

    private static List<Pairing.Pair> pairs(List<CellComparer> comparers) {
        return comparers.stream().map(CellComparer::pair).toList();
    }

    /** Over targets that have nothing in common a mean would be of nothing. */
    private static Optional<Estimate> mean(List<CaseComparison> cases, Kind kind) {
        List<CaseComparison> counted =
                cases.stream().filter(CaseComparison::counts).toList();
        long groups = cases.stream()
                .filter(one -> one.measuredIn().isEmpty())
                .map(one -> one.subject().group())
                .distinct()
                .count();
        return counted.size() > 1 && (kind != Kind.OTHER_TARGETS || groups == 1)
                ? GeometricMean.of(counted)
                : Optional.empty();
    }

    /** Between backends, chains have no say: what they reach is one of these. */
    private static ComparedSide strictly(ComparedSide side, Set<Dimension> free) {
        return free.contains(Dimension.BACKEND)
                ? new ComparedSide(
                        side.name(),
                        side.cells().stream()
                                .filter(cell -> cell.run().chain().isStrict())
                                .toList(),
                        side.unread())
                : side;
    }

    private static List<String> names(List<ComparedPlace> places) {
        return List.copyOf(new TreeSet<>(places.stream()
                .map(place -> place.label() + " on " + place.target())
                .toList()));
    }

    /** What stands once the number of comparisons is counted. */
    private static List<CaseComparison> corrected(List<CaseComparison> cases, Kind kind, ComparisonOptions options) {
        List<CaseComparison> measured =
                cases.stream().filter(one -> one.estimate().isPresent()).toList();
        double[] adjusted = Holm.adjusted(measured.stream()
                .mapToDouble(one -> one.estimate().orElseThrow().pValue())
                .toArray());
        List<CaseComparison> corrected = new ArrayList<>();
        int next = 0;
        for (CaseComparison one : cases) {
            corrected.add(
                    one.estimate().isEmpty() ? one : found(one, adjusted[next++], measured.size(), kind, options));
        }
        return corrected;
    }

    private static CaseComparison found(
            CaseComparison one, double adjustedP, int comparisons, Kind kind, ComparisonOptions options) {
        Estimate estimate = one.estimate().orElseThrow();
        SpeedFinding finding = SpeedFinding.of(estimate, adjustedP, options);
        List<String> notes = new ArrayList<>(one.notes());
        if (adjustedP >= options.level() && estimate.pValue() < ComparisonOptions.USUAL_LEVEL) {
            notes.add(
                    "its interval leaves out 1 (p = %s), but a difference is claimed below %s only, corrected for %d %s"
                            .formatted(
                                    PValues.words(estimate.pValue()),
                                    options.level(),
                                    comparisons,
                                    comparisons == 1 ? "comparison" : "comparisons at once"));
        }
        boolean regression = kind == Kind.SAME_PLACES
                && finding == SpeedFinding.SLOWER
                && estimate.ratio() >= 1 + options.threshold();
        return one.judged(new CaseComparison.Judgement(finding, one.judgement().why(), adjustedP, regression), notes);
    }
}
