package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.models.workload.SearchLimits;
import java.util.List;

/**
 * A scenario to be played, every option applied.
 *
 * @param kind which
 * @param count repeats, recreations, cycles, seconds, pairs, samples or the highest batch
 * @param over the devices of one that is played on several, in order; empty for others
 * @param cut where to cut the model; {@value #AUTO} searches
 * @param limits of searches
 */
public record ScenarioSpec(ScenarioKind kind, int count, List<BackendDevice> over, String cut, SearchLimits limits) {
    public static final String AUTO = "auto";

    /** Without limits. */
    public ScenarioSpec(ScenarioKind kind, int count, List<BackendDevice> over, String cut) {
        this(kind, count, over, cut, SearchLimits.NONE);
    }

    public ScenarioSpec {
        over = List.copyOf(over);
        if (count < 1) {
            throw new IllegalArgumentException(kind.id() + " with no " + kind.countName());
        }
    }

    /** On one device. */
    public ScenarioSpec(ScenarioKind kind, int count) {
        this(kind, count, List.of(), AUTO);
    }
}
