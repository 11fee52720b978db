package dev.bascule.fallback.protocol;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
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
                                info.remedy(),
                                info.tiers().orElse(List.of()).stream()
                                        .map(CapabilityWire::check)
                                        .toList()))
                        .toList(),
                Wire.facts(message.environment()),
                Set.copyOf(message.features().orElse(List.of())));
    }

    /** What a tier came to, as a message says it. */
    public static Message.TierInfo tier(TierCheck check) {
        return check.fold(
                passed -> info(
                        check, Optional.of(passed.evidence()), Optional.empty(), Optional.empty(), Optional.empty()),
                failed -> info(
                        check,
                        Optional.empty(),
                        Optional.of(failed.reason()),
                        Optional.of(failed.nextStep()),
                        failed.code().map(ErrorCode::name)),
                skipped -> info(
                        check, Optional.empty(), Optional.of(skipped.reason()), Optional.empty(), Optional.empty()));
    }

    private static Message.TierInfo info(
            TierCheck check,
            Optional<String> evidence,
            Optional<String> reason,
            Optional<String> nextStep,
            Optional<String> code) {
        return new Message.TierInfo(check.tier().id(), evidence, reason, nextStep, code);
    }

    private static TierCheck check(Message.TierInfo info) {
        Tier tier = Tier.valueOf(info.tier().toUpperCase(Locale.ROOT));
        return info.reason()
                .map(reason -> info.nextStep()
                        .<TierCheck>map(step -> new TierCheck.Failed(tier, reason, step, code(info)))
                        .orElseGet(() -> new TierCheck.Skipped(tier, reason)))
                .orElseGet(() -> new TierCheck.Passed(tier, info.evidence().orElse("")));
    }

    /** A code that this host does not know is none. */
    private static Optional<ErrorCode> code(Message.TierInfo info) {
        return info.code()
                .flatMap(name -> Arrays.stream(ErrorCode.values())
                        .filter(code -> code.name().equals(name))
                        .findFirst());
    }

    private static BackendStatus status(String word) {
        return Arrays.stream(BackendStatus.values())
                .filter(status -> status.id().equals(word))
                .findFirst()
                .orElse(BackendStatus.MISSING);
    }
}
