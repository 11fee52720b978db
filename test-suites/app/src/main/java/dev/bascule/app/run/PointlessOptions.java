package dev.bascule.app.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Key;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;

/**
 * Options said for this invocation that would change nothing, or contradict each other: whoever typed them means
 * something. Stateless.
 */
public final class PointlessOptions {
    private static final List<Belonging> BELONGINGS = List.of(
            new Belonging(Key.LATENCY_LIMIT, ScenarioKind.BATCH_SEARCH, "--batch auto"),
            new Belonging(Key.MEMORY_LIMIT, ScenarioKind.BATCH_SEARCH, "--batch auto"),
            new Belonging(Key.ACCURACY, ScenarioKind.PRECISION_SEARCH, "--precision auto"),
            new Belonging(Key.CUT, ScenarioKind.SPLIT, "--split cpu,openvino"),
            new Belonging(Key.SAMPLES, ScenarioKind.REPLICAS, "--replicas cpu,cpu"),
            new Belonging(Key.CYCLES, ScenarioKind.SOAK, "--scenario soak"));

    /**
     * @param key that does something in one scenario only
     * @param asked how that scenario is asked for
     */
    private record Belonging(Key<?> key, ScenarioKind scenario, String asked) {}

    private PointlessOptions() {}

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public static void refuse(Config config, List<SuiteCase> cases) {
        for (Belonging belonging : BELONGINGS) {
            boolean played = cases.stream()
                    .flatMap(one -> one.scenarios().stream())
                    .anyMatch(scenario -> scenario.kind() == belonging.scenario());
            if (config.explicit(belonging.key()).isPresent() && !played) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s belongs to %s, which nothing here asks for"
                                .formatted(
                                        belonging.key().option(),
                                        belonging.scenario().id()),
                        "add %s, or leave %s out"
                                .formatted(belonging.asked(), belonging.key().option()));
            }
        }
        if (config.explicit(Key.STRICT).orElse(false)
                && config.explicit(Key.CHAINS).isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--strict leaves out all chains, and --chain asks for one",
                    "leave one of the two out");
        }
    }
}
