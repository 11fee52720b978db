package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.suites.setting.RunSettings;
import java.util.List;
import java.util.Optional;

/**
 * A suite as its file says it; what the file leaves open is empty and comes from the configuration.
 *
 * @param name in case ids
 * @param description one line for people
 * @param hash SHA-256 of the file's text
 * @param seed of generated inputs
 * @param settings how to measure
 * @param models what runs
 * @param targets backends that are each measured on their own
 * @param chains fallback chains
 * @param comparisons which backends are measured in turn with which other
 * @param fallBackOn which failures move on to a chain's next backend
 * @param scenarios what to observe beyond the attempts, on each of its models that does not say otherwise
 * @param tags words that test frameworks may select its cases by
 */
public record Suite(
        String name,
        String description,
        String hash,
        Optional<Long> seed,
        RunSettings settings,
        List<SuiteModel> models,
        Optional<List<Backend>> targets,
        Optional<List<Chain>> chains,
        Optional<Comparisons> comparisons,
        Optional<FallbackPolicy> fallBackOn,
        Optional<List<ScenarioEntry>> scenarios,
        List<String> tags) {

    public Suite {
        models = List.copyOf(models);
        targets = targets.map(List::copyOf);
        chains = chains.map(List::copyOf);
        scenarios = scenarios.map(List::copyOf);
        tags = List.copyOf(tags);
    }

    /** One without tags that leaves open what moves on. */
    public Suite(
            String name,
            String description,
            String hash,
            Optional<Long> seed,
            RunSettings settings,
            List<SuiteModel> models,
            Optional<List<Backend>> targets,
            Optional<List<Chain>> chains,
            Optional<Comparisons> comparisons,
            Optional<List<ScenarioEntry>> scenarios) {
        this(
                name,
                description,
                hash,
                seed,
                settings,
                models,
                targets,
                chains,
                comparisons,
                Optional.empty(),
                scenarios,
                List.of());
    }

    /** The same suite with other models. */
    public Suite with(List<SuiteModel> others) {
        return new Suite(
                name,
                description,
                hash,
                seed,
                settings,
                others,
                targets,
                chains,
                comparisons,
                fallBackOn,
                scenarios,
                tags);
    }

    /** The same suite on these targets and chains in place of its own. */
    public Suite on(List<Backend> otherTargets, List<Chain> otherChains) {
        return new Suite(
                name,
                description,
                hash,
                seed,
                settings,
                models,
                Optional.of(otherTargets),
                Optional.of(otherChains),
                comparisons,
                fallBackOn,
                scenarios,
                tags);
    }
}
