package dev.bascule.suites.suite;

/**
 * A scenario to be played, every option applied.
 *
 * @param kind which
 * @param count repeats, recreations, cycles or seconds
 */
public record ScenarioSpec(ScenarioKind kind, int count) {

    public ScenarioSpec {
        if (count < 1) {
            throw new IllegalArgumentException(kind.id() + " with no " + kind.countName());
        }
    }
}
