package dev.bascule.reports.history;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.matrix.CellPlace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A page of the matrix: some rows, every chosen column that any chosen row has a cell in, and the newest cell of each place
 * that has one. Immutable.
 *
 * @param rows of this page, in the order asked for
 * @param columns browsers before native, strict backends before chains; the same on each page
 * @param cells of these rows and columns, in reading order
 * @param ways how those of the cells came here that were not measured by this program alone, as {@code CaseResult#ways} says
 * @param totals over all pages
 * @param facets what there is to choose from
 */
public record MatrixPage(
        List<Row> rows,
        List<Column> columns,
        List<CellSummary> cells,
        Map<CaseRunRef, List<String>> ways,
        Totals totals,
        Facets facets) {

    public MatrixPage {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = List.copyOf(cells);
        ways = Map.copyOf(ways);
    }

    /**
     * @param key as {@link CellPlace#row}
     * @param label the model's name, with what sets the case apart where a model has several among the chosen rows
     * @param model the model's name
     * @param sha256 of the model
     * @param family as the newest of the row's cells knew it
     * @param task as the newest of the row's cells knew it
     * @param caseName the case's own name
     * @param settings of the case
     */
    public record Row(
            String key,
            String label,
            String model,
            String sha256,
            Family family,
            String task,
            String caseName,
            SortedMap<String, String> settings) {}

    /**
     * @param machine fingerprint, as {@link CellPlace#machine}
     * @param key as {@link CellPlace#column}
     * @param group the browser with its version or {@code native}, with the machine where there are several
     * @param label the backend or the chain, with what sets it apart in its group
     * @param side browser or native
     * @param browser its name without version; empty on the native side and where none was found
     * @param engine its name
     * @param chain ids of the backends in order
     * @param deviceType the device type asked for; empty of a chain, whose rungs have each their own
     * @param device index of the native device that was named
     * @param software whether any of its cells in the chosen rows ran on a software adapter; empty where nobody said of any
     */
    public record Column(
            String machine,
            String key,
            String group,
            String label,
            Side side,
            Optional<String> browser,
            String engine,
            List<String> chain,
            Optional<DeviceType> deviceType,
            Optional<String> device,
            Optional<Boolean> software) {

        public Column {
            chain = List.copyOf(chain);
        }
    }

    /**
     * @param rows on all pages
     * @param columns of them
     * @param cells in these rows and columns
     * @param matching cells that pass every filter, verdicts included
     * @param leftOut further rows that pass every filter but {@link MatrixQuery.Rows#cases()}
     */
    public record Totals(int rows, int columns, int cells, int matching, int leftOut) {}

    /**
     * What filters can choose from. Each counts the cells that pass all the other filters; {@code suites} counts runs.
     *
     * @param browsers by name; {@code native} for none
     * @param backends that columns ask for first
     */
    public record Facets(
            Facet models,
            Facet families,
            Facet browsers,
            Facet backends,
            Facet engines,
            Facet machines,
            Facet verdicts,
            Facet suites) {}

    /**
     * @param values the most frequent ones, no more than {@value #MOST}, most frequent first
     * @param distinct how many there are in all
     */
    public record Facet(List<Value> values, int distinct) {
        public static final int MOST = 100;

        public Facet {
            values = List.copyOf(values);
        }

        /** @param counts by value */
        static Facet of(Map<String, Long> counts) {
            return new Facet(
                    counts.entrySet().stream()
                            .map(count -> new Value(count.getKey(), count.getValue()))
                            .sorted(Comparator.comparingLong(Value::count)
                                    .reversed()
                                    .thenComparing(Value::value))
                            .limit(MOST)
                            .toList(),
                    counts.size());
        }
    }

    public record Value(String value, long count) {}
}
