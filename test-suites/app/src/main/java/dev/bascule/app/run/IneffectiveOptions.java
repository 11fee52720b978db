package dev.bascule.app.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;

/**
 * Options said for this invocation that would change nothing, or contradict each other: whoever typed them means
 * something. Stateless.
 */
public final class IneffectiveOptions {
    private static final List<Belonging> BELONGINGS = List.of(
            new Belonging(Keys.LATENCY_LIMIT, ScenarioKind.BATCH_SEARCH, "--batch auto"),
            new Belonging(Keys.MEMORY_LIMIT, ScenarioKind.BATCH_SEARCH, "--batch auto"),
            new Belonging(Keys.ACCURACY, ScenarioKind.PRECISION_SEARCH, "--precision auto"),
            new Belonging(Keys.CUT, ScenarioKind.SPLIT, "--split cpu,openvino"),
            new Belonging(Keys.SAMPLES, ScenarioKind.REPLICAS, "--replicas cpu,cpu"),
            new Belonging(Keys.CYCLES, ScenarioKind.SOAK, "--scenario soak"));

    /**
     * @param key that does something in one scenario only
     * @param asked how that scenario is asked for
     */
    private record Belonging(Key<?> key, ScenarioKind scenario, String asked) {}

    private IneffectiveOptions() {}

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
        if (config.explicit(Keys.STRICT).orElse(false)
                && config.explicit(Keys.CHAINS).isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--strict leaves out all chains, and --chain asks for one",
                    "leave one of the two out");
        }
    }
}
