package dev.bascule.reports.compatibility;

import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many pairs of model and target of a family were measured: of its models that a history has, on the targets on which the history has
 * any model of any family. A target is a machine's, in its version. Immutable.
 *
 * @param measured pairs in which the model ran to a verdict there, right or not
 * @param models of the family, by their bytes
 * @param targets on which anything ran to a verdict
 */
public record FamilyPairs(int measured, int models, int targets) {
    /** Of a family of which a history has nothing. */
    static final FamilyPairs NONE = new FamilyPairs(0, 0, 0);

    private record Place(String machine, String target) {}

    private record Pair(String model, Place place) {}

    /** Of each family that the cells have a model of. */
    static Map<Family, FamilyPairs> of(Collection<CaseResult> cells) {
        List<CaseResult> models = cells.stream().filter(FamilyTable::isOfFamily).toList();
        List<CaseResult> told =
                models.stream().filter(FamilyTable::isMeasurement).toList();
        Set<Place> targets = told.stream().map(FamilyPairs::place).collect(Collectors.toSet());
        Map<Family, Set<String>> members = new TreeMap<>();
        models.forEach(cell -> members.computeIfAbsent(cell.run().model().family(), family -> new HashSet<>())
                .add(cell.run().model().sha256()));
        Map<Family, Set<Pair>> pairs = new TreeMap<>();
        told.forEach(cell -> pairs.computeIfAbsent(cell.run().model().family(), family -> new HashSet<>())
                .add(new Pair(cell.run().model().sha256(), place(cell))));
        Map<Family, FamilyPairs> all = new TreeMap<>();
        members.forEach((family, own) -> all.put(
                family, new FamilyPairs(pairs.getOrDefault(family, Set.of()).size(), own.size(), targets.size())));
        return all;
    }

    private static Place place(CaseResult cell) {
        return new Place(
                cell.machine().fingerprint(), cell.run().decisive().target().id());
    }

    /** All pairs that there are. */
    public int pairs() {
        return models * targets;
    }

    /** {@code 12 of 40 (30 %)}; a dash where there is no pair. */
    public String brief() {
        return pairs() == 0
                ? "-"
                : "%d of %d (%s)".formatted(measured, pairs(), Figures.percent((double) measured / pairs()));
    }
}
