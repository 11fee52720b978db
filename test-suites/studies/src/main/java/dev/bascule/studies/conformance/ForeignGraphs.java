package dev.bascule.studies.conformance;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.pack.Program;
import dev.bascule.reports.format.Figures;
import java.util.List;

/**
 * Graphs of WebNN operators that a backend was asked for and cannot be given: only {@code webnn} builds them. Immutable.
 *
 * @param backend its id
 * @param cases how many
 */
public record ForeignGraphs(String backend, long cases) {

    /** Those of a request, for each backend that they are foreign to. */
    public static List<ForeignGraphs> of(ConformanceRequest request) {
        long graphs = request.cases().cases().stream()
                .filter(one -> one.program() instanceof Program.Graph)
                .count();
        return request.backends().stream()
                .filter(backend -> graphs > 0 && !backend.equals(Backends.WEBNN.id()))
                .map(backend -> new ForeignGraphs(backend, graphs))
                .toList();
    }

    /** Whether nothing but foreign graphs was asked for. */
    public static boolean areAll(ConformanceRequest request) {
        return !request.cases().cases().isEmpty()
                && !request.backends().contains(Backends.WEBNN.id())
                && request.cases().cases().stream().allMatch(one -> one.program() instanceof Program.Graph);
    }

    @Override
    public String toString() {
        return "%s for webnn only; not run on %s"
                .formatted(Figures.counted(cases, "WebNN graph case") + (cases == 1 ? " is" : " are"), backend);
    }
}
