package dev.bascule.cli.output;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Cells of models that somebody uses, and apart from them those of conformance cases, thousands of which would bury them.
 * Immutable.
 *
 * @param models the newest run first, as they came
 * @param operators likewise
 */
public record OperatorCases(List<CaseResult> models, List<CaseResult> operators) {
    public OperatorCases {
        models = List.copyOf(models);
        operators = List.copyOf(operators);
    }

    public static OperatorCases of(Collection<CaseResult> cells) {
        Map<Boolean, List<CaseResult>> parts = cells.stream()
                .collect(Collectors.partitioningBy(
                        cell -> cell.run().model().task().equals(ModelInfo.CONFORMANCE)));
        return new OperatorCases(parts.getOrDefault(false, List.of()), parts.getOrDefault(true, List.of()));
    }

    /** How many there are of each suite on how many targets, a line each; empty where there are none. */
    public String leftOut() {
        Map<String, Map<String, TreeSet<String>>> targets = new TreeMap<>();
        for (CaseResult cell : operators) {
            CellKey key = CellKey.of(cell.run());
            targets.computeIfAbsent(cell.run().caseId().suite(), first -> new TreeMap<>())
                    .computeIfAbsent(key.row(), first -> new TreeSet<>())
                    .add(cell.machine().fingerprint() + "|" + key.column());
        }
        StringBuilder text = new StringBuilder();
        targets.forEach((suite, cases) -> {
            int least = cases.values().stream().mapToInt(TreeSet::size).min().orElse(0);
            long all =
                    cases.values().stream().flatMap(TreeSet::stream).distinct().count();
            text.append("%d operator case%s of %s on %s%d target%s %s left out: bascule matrix --ops\n"
                    .formatted(
                            cases.size(),
                            cases.size() == 1 ? "" : "s",
                            suite,
                            least < all ? least + " to " : "",
                            all,
                            all == 1 ? "" : "s",
                            cases.size() == 1 ? "is" : "are"));
        });
        return text.toString();
    }
}
