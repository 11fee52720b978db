package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.HostView.Reach;
import java.util.List;
import java.util.Optional;

/** Whether a runner is what the host started, and its session what the host asked for. */
final class RunnerRules {
    static final List<ConsistencyRule> ALL = List.of(
            new ConsistencyRule("runner-provider", RunnerRules::provider),
            new ConsistencyRule("runner-engine", RunnerRules::engine),
            new ConsistencyRule("runner-build", RunnerRules::build),
            new ConsistencyRule("runner-processors", RunnerRules::processors),
            new ConsistencyRule("runner-threads", RunnerRules::threads),
            new ConsistencyRule("runner-isolation", (claim, host) -> isolation(claim)));

    private RunnerRules() {}

    private static Optional<String> provider(Claim claim, HostView host) {
        return claim.told(EvidenceJudge.ONLY_PROVIDERS)
                .filter(told -> !told.contains(","))
                .filter(told -> !host.soleProvider(claim.requested()).equals(Optional.of(told)))
                .map(told -> ("the runner says that its session has no provider but %s; the host asked for %s, whose "
                                + "sessions have %s")
                        .formatted(
                                told,
                                claim.requested(),
                                host.soleProvider(claim.requested())
                                        .map("only "::concat)
                                        .orElse("the CPU's beside it")));
    }

    private static Optional<String> engine(Claim claim, HostView host) {
        if (claim.requested().side() != Side.BROWSER) {
            return Optional.empty();
        }
        Optional<String> offered = host.probed()
                .flatMap(HostView.Probed::engine)
                .filter(engine -> engine.name().equals("onnxruntime-web"))
                .map(engine -> engine.version());
        return host.servedEngine()
                .flatMap(served -> claim.told("engineVersion")
                        .filter(told -> !told.equals(served))
                        .or(() -> offered.filter(told -> !told.equals(served)))
                        .map(told -> "the page says that its engine is onnxruntime-web %s, the host served %s"
                                .formatted(told, served)));
    }

    private static Optional<String> build(Claim claim, HostView host) {
        return host.build()
                .flatMap(wanted -> claim.raw()
                        .build()
                        .filter(told -> !told.equals(wanted))
                        .map(told -> "the page says that it loaded the build %s, it was asked to load %s"
                                .formatted(told, wanted)));
    }

    private static Optional<String> processors(Claim claim, HostView host) {
        return host.reach() != Reach.SEEN || host.processors().isEmpty()
                ? Optional.empty()
                : claim.number("hardwareConcurrency")
                        .filter(told -> told > host.processors().getAsInt())
                        .map(told -> "the page says that it has %d processors, the machine has %d"
                                .formatted(told, host.processors().getAsInt()));
    }

    private static Optional<String> threads(Claim claim, HostView host) {
        return host.threads().isEmpty()
                ? Optional.empty()
                : claim.number("threads")
                        .filter(told -> told > host.threads().getAsInt())
                        .map(told -> "the runner says that its engine uses %d threads, it was asked to use %d"
                                .formatted(told, host.threads().getAsInt()));
    }

    private static Optional<String> isolation(Claim claim) {
        return claim.told("crossOriginIsolated")
                .filter("false"::equals)
                .flatMap(alone -> claim.number("threads"))
                .filter(told -> told > 1)
                .map(told ->
                        ("the page says that its engine uses %d threads, and that it is not cross-origin isolated, "
                                        + "without which there are none")
                                .formatted(told));
    }
}
