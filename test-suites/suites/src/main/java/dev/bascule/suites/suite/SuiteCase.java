package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A case as asked for, every option applied: a model, its inputs, how it is measured, and down which chains.
 *
 * @param id the case
 * @param model what runs, and on what
 * @param settings how it is measured
 * @param chains the chains to take it down; a chain of one backend is a strict target
 * @param comparisons which backends are measured in turn with which other
 * @param fallBackOn which failures move on to a chain's next backend
 * @param scenarios what to observe on its strict targets beyond the attempts
 */
public record SuiteCase(
        CaseId id,
        SuiteModel model,
        RunSettings settings,
        List<Chain> chains,
        Comparisons comparisons,
        FallbackPolicy fallBackOn,
        List<ScenarioSpec> scenarios) {

    public SuiteCase {
        chains = List.copyOf(chains);
        scenarios = List.copyOf(scenarios);
    }

    /** What a dynamic batch dimension becomes. */
    public int batch() {
        return settings.get(CaseKeys.BATCH);
    }

    /** The same at another batch, which is another case. */
    public SuiteCase withBatch(int other) {
        SortedMap<String, String> named = new TreeMap<>(id.settings());
        named.put(CaseKeys.BATCH.name(), CaseKeys.BATCH.text(other));
        return new SuiteCase(
                CaseId.of(id.suite(), id.path(), id.name(), named),
                model,
                settings.with(CaseKeys.BATCH, other),
                chains,
                comparisons,
                fallBackOn,
                scenarios);
    }

    /** Whether something that it runs on is measured in turn with a native backend. */
    public boolean isComparedWithNative() {
        return chains.stream()
                .map(chain -> comparisons.of(chain.rungs()))
                .anyMatch(tried -> !tried.equals(tried.inBrowser()));
    }

    /** The same on these chains alone. */
    public SuiteCase on(List<Chain> others) {
        return new SuiteCase(id, model, settings, others, comparisons, fallBackOn, scenarios);
    }

    /** The same, run by other settings; its id stays. */
    public SuiteCase with(RunSettings others) {
        return new SuiteCase(id, model, others, chains, comparisons, fallBackOn, scenarios);
    }

    /** One without scenarios, in which what usually moves on does. */
    public SuiteCase(CaseId id, SuiteModel model, RunSettings settings, List<Chain> chains, Comparisons comparisons) {
        this(id, model, settings, chains, comparisons, FallbackPolicy.DEFAULT, List.of());
    }
}
