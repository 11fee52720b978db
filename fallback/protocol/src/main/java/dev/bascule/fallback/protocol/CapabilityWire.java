package dev.bascule.fallback.protocol;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Between what a runner says of itself and the values of the rest. Stateless. */
public final class CapabilityWire {
    private CapabilityWire() {}

    static Capabilities capabilities(Message.Capable message) {
        return new Capabilities(
                message.backends().stream()
                        .map(info -> new Capabilities.BackendReport(
                                info.backend(),
                                status(info.status()),
                                info.software(),
                                info.engine().map(engine -> new Engine(engine.name(), engine.version(), info.build())),
                                Wire.facts(info.adapter()),
                                info.reason(),
                                info.tiers().orElse(List.of()).stream()
                                        .map(CapabilityWire::check)
                                        .toList()))
                        .toList(),
                Wire.facts(message.environment()),
                Set.copyOf(message.features().orElse(List.of())));
    }

    /** What a tier came to, as a message says it. */
    public static Message.TierInfo tier(TierCheck check) {
        String tier = check.tier().id();
        if (check instanceof TierCheck.Failed failed) {
            return new Message.TierInfo(
                    tier, Optional.empty(), Optional.of(failed.reason()), Optional.of(failed.nextStep()));
        }
        if (check instanceof TierCheck.Skipped skipped) {
            return new Message.TierInfo(tier, Optional.empty(), Optional.of(skipped.reason()), Optional.empty());
        }
        return new Message.TierInfo(
                tier, Optional.of(((TierCheck.Passed) check).evidence()), Optional.empty(), Optional.empty());
    }

    private static TierCheck check(Message.TierInfo info) {
        Tier tier = Tier.valueOf(info.tier().toUpperCase(Locale.ROOT));
        return info.reason()
                .map(reason -> info.nextStep()
                        .<TierCheck>map(step -> new TierCheck.Failed(tier, reason, step))
                        .orElseGet(() -> new TierCheck.Skipped(tier, reason)))
                .orElseGet(() -> new TierCheck.Passed(tier, info.evidence().orElse("")));
    }

    private static BackendStatus status(String word) {
        return Arrays.stream(BackendStatus.values())
                .filter(status -> status.id().equals(word))
                .findFirst()
                .orElse(BackendStatus.MISSING);
    }
}
