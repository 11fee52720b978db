package dev.bascule.cli.collect;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.ReferenceKind;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.CaseOptions;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.LayeredSetting;
import dev.bascule.suites.suite.ScenarioOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How whatever predictions rest on is timed: alike, whoever asks, for times of another plan are others. Stateless. */
public final class ShortTiming {
    /** Models that sessions share, by which a machine's drift between them is told. */
    public static final List<String> ANCHORS = List.of("bert-micro", "resnet-micro", "ds-cnn");

    /** Short, for there are many: what varies between sessions is more than what longer measuring would add. */
    public static final RunSettings PLAN = RunSettings.NONE
            .with(CaseKeys.MIN_ITERATIONS, 10)
            .with(CaseKeys.SOFTWARE_ITERATIONS, 6)
            .with(CaseKeys.MIN_DURATION, Duration.ofMillis(200))
            .with(CaseKeys.WARM_UP_LIMIT, Duration.ofMillis(700))
            .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(2))
            // An exact reference of a large model takes a minute.
            .with(CaseKeys.REFERENCE, ReferenceKind.CPU);

    private ShortTiming() {}

    /** Nothing but what the suites say: whatever else is configured would make another configuration of it. */
    public static CaseOptions options(boolean browsers) {
        return new CaseOptions(
                RunSettings.NONE,
                RunSettings.DEFAULT,
                new CaseOptions.Aim(
                        new LayeredSetting<>(Optional.empty(), List.of()),
                        new LayeredSetting<>(Optional.empty(), List.of()),
                        new LayeredSetting<>(Optional.empty(), Comparisons.OFF),
                        new LayeredSetting<>(Optional.empty(), FallbackPolicy.DEFAULT)),
                ScenarioOptions.NONE,
                true,
                browsers,
                List.of());
    }
}
