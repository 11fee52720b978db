package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A case as asked for, every option applied: a model, its inputs, how it is measured, and down which chains.
 *
 * @param id the case
 * @param model what runs, and on what
 * @param measurement how it is measured
 * @param chains the chains to take it down; a chain of one backend is a strict target
 * @param comparison whether browser targets are compared with the native CPU, interleaved
 * @param scenarios what to observe on its strict targets beyond the attempts
 */
public record SuiteCase(
        CaseId id,
        SuiteModel model,
        Measurement measurement,
        List<Chain> chains,
        boolean comparison,
        List<ScenarioSpec> scenarios) {

    public SuiteCase {
        chains = List.copyOf(chains);
        scenarios = List.copyOf(scenarios);
    }

    /** The same at another batch, which is another case. */
    public SuiteCase withBatch(int batch) {
        SortedMap<String, String> settings = new TreeMap<>(id.settings());
        settings.put("batch", Integer.toString(batch));
        return new SuiteCase(
                CaseId.of(id.suite(), id.path(), id.name(), settings),
                model,
                measurement.withBatch(batch),
                chains,
                comparison,
                scenarios);
    }

    /** One without scenarios. */
    public SuiteCase(CaseId id, SuiteModel model, Measurement measurement, List<Chain> chains, boolean comparison) {
        this(id, model, measurement, chains, comparison, List.of());
    }
}
