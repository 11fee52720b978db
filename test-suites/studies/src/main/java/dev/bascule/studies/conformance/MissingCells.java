package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Cells that a merged run would lack without saying so: one of its parts ran a column (a backend of a browser, or of the
 * native side) that another did not, be it that nobody asked that part for it or that it was not there. Columns that no part
 * ran are not missed. Immutable.
 *
 * @param column in words, such as {@code webnn in Chrome}
 * @param all how many cells the column should have
 * @param missing cases that have none
 * @param parts names of the parts that hold these cases
 */
public record MissingCells(String column, int all, Set<CaseId> missing, Set<String> parts) {
    /** The engine of graphs without any library: its cases belong to columns of WebNN alone. */
    private static final String GRAPHS = "webnn-api";

    /** Graphs and models have columns of their own. */
    private record Column(Optional<String> browser, Chain chain, boolean graphs) {
        static Column of(CaseRun run) {
            return new Column(run.decisive().target().browser().map(Browser::name), run.chain(), graph(run));
        }

        private static boolean graph(CaseRun run) {
            return run.decisive().target().engine().name().equals(GRAPHS);
        }

        @Override
        public String toString() {
            return chain + " " + browser.map(name -> "in " + name).orElse("without a browser");
        }
    }

    /** By column; none where each case has a cell in every column that ran. */
    public static List<MissingCells> of(List<RunMerger.Part> parts) {
        Map<Boolean, SortedMap<CaseId, Set<String>>> cases = new HashMap<>();
        Map<Column, Set<CaseId>> told = new HashMap<>();
        Set<Column> columns = new LinkedHashSet<>();
        for (RunMerger.Part part : parts) {
            // In the order of the run: that of hashes is another one each time.
            Map<Column, List<CaseRun>> own = part.run().runs().stream()
                    .collect(Collectors.groupingBy(Column::of, LinkedHashMap::new, Collectors.toList()));
            own.forEach((column, runs) -> {
                SortedMap<CaseId, Set<String>> known = cases.computeIfAbsent(column.graphs(), kind -> new TreeMap<>());
                runs.forEach(run -> known.computeIfAbsent(run.caseId(), id -> new TreeSet<>())
                        .add(part.name()));
                if (!runs.stream().allMatch(CaseRun::neverBegan)) {
                    columns.add(column);
                    Set<CaseId> ids = told.computeIfAbsent(column, first -> new HashSet<>());
                    runs.forEach(run -> ids.add(run.caseId()));
                }
            });
        }
        List<MissingCells> missing = new ArrayList<>();
        for (Column column : columns) {
            SortedMap<CaseId, Set<String>> all = cases.getOrDefault(column.graphs(), new TreeMap<>());
            Set<CaseId> lacking = new TreeSet<>(all.keySet());
            lacking.removeAll(Objects.requireNonNull(told.get(column)));
            if (!lacking.isEmpty()) {
                missing.add(new MissingCells(
                        column.toString(),
                        all.size(),
                        lacking,
                        lacking.stream()
                                .flatMap(id -> all.getOrDefault(id, Set.of()).stream())
                                .collect(Collectors.toCollection(TreeSet::new))));
            }
        }
        return missing;
    }

    /** {@code webnn in Chrome lacks 65 of 130 cells, of cases in shard-2}. */
    @Override
    public String toString() {
        return "%s lacks %d of %s, of cases in %s"
                .formatted(column, missing.size(), Figures.counted(all, "cell"), String.join(", ", parts));
    }
}
