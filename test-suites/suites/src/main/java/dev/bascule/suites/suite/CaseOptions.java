package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.suites.setting.RunSettings;
import java.util.List;

/**
 * What is said about cases outside of suites.
 *
 * @param explicit how to run cases, as said for this invocation
 * @param configured how to run them otherwise
 * @param aim what to run them on
 * @param scenarios what to observe beyond the attempts
 * @param strict whether to leave out every chain that was not asked for in this invocation
 * @param browsers whether there are browsers; without, only native backends are left
 * @param filters globs; a case is selected when one matches, or when there are none
 */
public record CaseOptions(
        RunSettings explicit,
        RunSettings configured,
        Aim aim,
        ScenarioOptions scenarios,
        boolean strict,
        boolean browsers,
        List<String> filters) {

    /**
     * What cases are run on.
     *
     * @param backends backends that are each measured on their own
     * @param chains fallback chains
     * @param comparisons which backends are measured in turn with which other
     * @param fallBackOn which failures move on to a chain's next backend
     */
    public record Aim(
            LayeredSetting<List<Backend>> backends,
            LayeredSetting<List<Chain>> chains,
            LayeredSetting<Comparisons> comparisons,
            LayeredSetting<FallbackPolicy> fallBackOn) {}

    public CaseOptions {
        filters = List.copyOf(filters);
    }
}
