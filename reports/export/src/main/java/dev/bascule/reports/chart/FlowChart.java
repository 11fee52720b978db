package dev.bascule.reports.chart;

import dev.bascule.fallback.attempt.CaseRun;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From the backend expected first to the one that ran, over the cells that had somewhere to fall back to.
 *
 * @param flows at least one, the broadest first
 */
public record FlowChart(List<Flow> flows) implements ChartData {

    public FlowChart {
        flows = List.copyOf(flows);
    }

    /** What became of a cell. */
    public enum Tone {
        /** It ran where it was meant to. */
        KEPT,
        /** It ran right elsewhere. */
        FELL,
        /** It came to nothing right. */
        FAILED,
        /** There was nothing to judge. */
        NONE
    }

    /**
     * @param from the backend expected
     * @param to the backend that ran, or how it ended where none was right
     * @param count of cells
     */
    public record Flow(String from, String to, int count, Tone tone) {}

    private record Way(String from, String to, Tone tone) {}

    /** Of the runs of a chain; empty where there is none. */
    public static Optional<FlowChart> of(List<CaseRun> runs) {
        Map<Way, Integer> counts = new LinkedHashMap<>();
        runs.stream().filter(run -> !run.chain().isStrict()).forEach(run -> counts.merge(way(run), 1, Integer::sum));
        List<Flow> flows = counts.entrySet().stream()
                .map(entry -> new Flow(
                        entry.getKey().from(),
                        entry.getKey().to(),
                        entry.getValue(),
                        entry.getKey().tone()))
                .sorted(Comparator.comparingInt(Flow::count).reversed())
                .toList();
        return flows.isEmpty() ? Optional.empty() : Optional.of(new FlowChart(flows));
    }

    private static Way way(CaseRun run) {
        String from = run.chain().first().id();
        if (!run.verdict().isRight()) {
            return new Way(from, run.verdict().name(), run.verdict().isFailure() ? Tone.FAILED : Tone.NONE);
        }
        String to = run.decisive().target().backend().id();
        return new Way(from, to, to.equals(from) ? Tone.KEPT : Tone.FELL);
    }

    @Override
    public String kind() {
        return "flow";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with(
                        "flows",
                        flows.stream()
                                .map(flow -> Map.of(
                                        "from", flow.from(),
                                        "to", flow.to(),
                                        "count", flow.count(),
                                        "tone", flow.tone().name().toLowerCase(java.util.Locale.ROOT)))
                                .toList())
                .all();
    }
}
