package dev.bascule.fallback.protocol;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.runner.Settings;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Between the settings of a job and what a message says of them. Stateless. */
public final class SettingsWire {
    private SettingsWire() {}

    static Message.JobSettings settings(Settings settings) {
        return new Message.JobSettings(
                settings.threads(),
                settings.graphOptimization().word(),
                settings.strict(),
                settings.deviceType().map(type -> type.name().toLowerCase(Locale.ROOT)),
                settings.evidence(),
                settings.build(),
                settings.options().equals(EngineOptions.DEFAULTS)
                        ? Optional.empty()
                        : Optional.of(options(settings.options())));
    }

    private static Message.OptionsInfo options(EngineOptions options) {
        return new Message.OptionsInfo(
                options.deviceIndex().isPresent()
                        ? Optional.of(options.deviceIndex().getAsInt())
                        : Optional.empty(),
                options.precision().map(precision -> precision.name().toLowerCase(Locale.ROOT)),
                options.arena(),
                options.memoryLimitBytes().isPresent()
                        ? Optional.of(options.memoryLimitBytes().getAsLong())
                        : Optional.empty());
    }

    /** The level of a job, as a runner reads it. */
    public static GraphOptimization graphOptimization(Message.JobSettings settings) {
        return GraphOptimization.find(settings.graphOptimization())
                .orElseThrow(() ->
                        new IllegalArgumentException("graphOptimization '%s'".formatted(settings.graphOptimization())));
    }

    /** The options of a job, as a runner reads them. */
    public static EngineOptions options(Message.JobSettings settings) {
        return settings.options()
                .map(info -> new EngineOptions(
                        info.deviceIndex().map(OptionalInt::of).orElseGet(OptionalInt::empty),
                        info.precision().map(word -> Precision.valueOf(word.toUpperCase(Locale.ROOT))),
                        info.arena(),
                        info.memoryLimitBytes().map(OptionalLong::of).orElseGet(OptionalLong::empty)))
                .orElse(EngineOptions.DEFAULTS);
    }
}
