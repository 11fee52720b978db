package dev.bascule.reports.comparison;

import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which cells of the two sides meet. Immutable.
 *
 * @param pairs in the order of the baseline
 * @param onlyBaseline places whose case the candidate does not have
 * @param onlyCandidate likewise
 * @param otherInputs the same case in the same place on either side, fed with something else: neither figures nor verdicts of such a
 *     pair are compared
 */
record Pairing(
        List<Pair> pairs, List<ComparedPlace> onlyBaseline, List<ComparedPlace> onlyCandidate, List<Pair> otherInputs) {

    /**
     * The runs of one place of either side.
     *
     * @param from the baseline's place
     * @param to the candidate's place
     * @param baseline one cell a run, oldest first
     * @param candidate likewise
     * @param copies cells of either side that were left out, for another one has their samples
     */
    record Pair(
            ComparedPlace from, ComparedPlace to, List<CaseResult> baseline, List<CaseResult> candidate, int copies) {}

    /** The runs of a place, each once. */
    private record Runs(List<CaseResult> once, int copies) {
        static final Runs NONE = new Runs(List.of(), 0);

        static Runs of(List<CaseResult> cells) {
            List<CaseResult> once = EqualSamples.once(cells, CaseResult::samples);
            return new Runs(once, cells.size() - once.size());
        }
    }

    static Pairing of(ComparedSide baseline, ComparedSide candidate, Set<Dimension> free) {
        Map<ComparedPlace, Runs> before = byPlace(baseline);
        Map<ComparedPlace, Runs> after = byPlace(candidate);
        Map<ComparedPlace, List<ComparedPlace>> partners = new LinkedHashMap<>();
        after.keySet()
                .forEach(place -> partners.computeIfAbsent(place.without(free), key -> new ArrayList<>())
                        .add(place));
        Map<ComparedPlace, List<ComparedPlace>> siblings = new LinkedHashMap<>();
        before.keySet()
                .forEach(place -> siblings.computeIfAbsent(place.without(free), key -> new ArrayList<>())
                        .add(place));
        List<Pair> pairs = new ArrayList<>();
        Set<ComparedPlace> met = new HashSet<>();
        for (ComparedPlace from : before.keySet()) {
            for (ComparedPlace to : meeting(from, siblings, partners, free)) {
                pairs.add(pair(from, to, before, after));
                met.add(from);
                met.add(to);
            }
        }
        List<Pair> others = new ArrayList<>();
        for (ComparedPlace from : before.keySet()) {
            if (!met.contains(from)) {
                after.keySet().stream()
                        .filter(to -> !met.contains(to) && isOfOtherInputs(from, to, free))
                        .findFirst()
                        .ifPresent(to -> {
                            others.add(pair(from, to, before, after));
                            met.add(from);
                            met.add(to);
                        });
            }
        }
        return new Pairing(
                List.copyOf(pairs),
                before.keySet().stream().filter(place -> !met.contains(place)).toList(),
                after.keySet().stream().filter(place -> !met.contains(place)).toList(),
                List.copyOf(others));
    }

    private static Pair pair(
            ComparedPlace from, ComparedPlace to, Map<ComparedPlace, Runs> before, Map<ComparedPlace, Runs> after) {
        Runs baseline = before.getOrDefault(from, Runs.NONE);
        Runs candidate = after.getOrDefault(to, Runs.NONE);
        return new Pair(from, to, baseline.once(), candidate.once(), baseline.copies() + candidate.copies());
    }

    private static boolean isOfOtherInputs(ComparedPlace from, ComparedPlace to, Set<Dimension> free) {
        return from.ofAnyInputs().without(free).equals(to.ofAnyInputs().without(free))
                && from.engineSettings().equals(to.engineSettings());
    }

    /**
     * The candidate's places that a baseline's meets: those with the same settings of the engine; where there is none, and but one
     * that no other baseline's has, that one, for then the settings are what was changed.
     */
    private static List<ComparedPlace> meeting(
            ComparedPlace from,
            Map<ComparedPlace, List<ComparedPlace>> siblings,
            Map<ComparedPlace, List<ComparedPlace>> partners,
            Set<Dimension> free) {
        List<ComparedPlace> there = partners.getOrDefault(from.without(free), List.of()).stream()
                .filter(to -> free.isEmpty() || !to.equals(from))
                .toList();
        List<ComparedPlace> alike = there.stream()
                .filter(to -> to.engineSettings().equals(from.engineSettings()))
                .toList();
        if (!alike.isEmpty()) {
            return alike;
        }
        List<ComparedPlace> own = siblings.getOrDefault(from.without(free), List.of());
        List<ComparedPlace> left = there.stream()
                .filter(to ->
                        own.stream().noneMatch(other -> other.engineSettings().equals(to.engineSettings())))
                .toList();
        return left.size() == 1 ? left : List.of();
    }

    /**
     * One cell for each run: where a run has several for a place, the worst. Runs whose samples are equal are one run, the one that
     * began first.
     */
    private static Map<ComparedPlace, Runs> byPlace(ComparedSide side) {
        Map<ComparedPlace, Map<String, CaseResult>> byRun = new LinkedHashMap<>();
        side.cells()
                .forEach(cell -> byRun.computeIfAbsent(ComparedPlace.of(cell), place -> new LinkedHashMap<>())
                        .merge(cell.runId(), cell, Pairing::worse));
        Map<ComparedPlace, Runs> byPlace = new LinkedHashMap<>();
        byRun.forEach((place, cells) -> byPlace.put(
                place,
                Runs.of(cells.values().stream()
                        .sorted(Comparator.comparing(CaseResult::startedAt))
                        .toList())));
        return byPlace;
    }

    private static CaseResult worse(CaseResult one, CaseResult other) {
        return other.run().verdict().compareTo(one.run().verdict()) > 0 ? other : one;
    }
}
