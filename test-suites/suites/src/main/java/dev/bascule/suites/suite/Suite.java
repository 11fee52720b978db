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
 * @param aim what it runs on
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
        Aim aim,
        Optional<List<ScenarioEntry>> scenarios,
        List<String> tags) {

    /**
     * What a suite runs on.
     *
     * @param targets backends that are each measured on their own
     * @param chains fallback chains
     * @param comparisons which backends are measured in turn with which other
     * @param fallBackOn which failures move on to a chain's next backend
     */
    public record Aim(
            Optional<List<Backend>> targets,
            Optional<List<Chain>> chains,
            Optional<Comparisons> comparisons,
            Optional<FallbackPolicy> fallBackOn) {

        /** Where nothing is said of it. */
        public static final Aim NONE = new Aim(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        public Aim {
            targets = targets.map(List::copyOf);
            chains = chains.map(List::copyOf);
        }
    }

    public Suite {
        models = List.copyOf(models);
        scenarios = scenarios.map(List::copyOf);
        tags = List.copyOf(tags);
    }

    /** The same suite with other models. */
    public Suite with(List<SuiteModel> others) {
        return new Suite(name, description, hash, seed, settings, others, aim, scenarios, tags);
    }

    /** The same suite on these targets and chains in place of its own. */
    public Suite on(List<Backend> targets, List<Chain> chains) {
        Aim other = new Aim(Optional.of(targets), Optional.of(chains), aim.comparisons(), aim.fallBackOn());
        return new Suite(name, description, hash, seed, settings, models, other, scenarios, tags);
    }
}
