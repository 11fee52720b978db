package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.evidence.EvidenceJudge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a runner says it can do. A claim, not a proof.
 *
 * @param backends one report for each backend it knows
 * @param environment facts of the page or process, such as {@code crossOriginIsolated}
 * @param features what it can do beyond the first form of the protocol
 */
public record Capabilities(List<BackendReport> backends, Map<String, String> environment, Set<String> features) {
    /** The feature of a runner that says what each timed iteration delivered, and answers challenges. */
    public static final String CHALLENGES = "challenges";

    /** The feature of a runner that measures the way from a file to the model's outputs within a session. */
    public static final String END_TO_END = "endToEnd";

    /** The feature of a page that takes files through its browser's media stack. */
    public static final String MEDIA = "media";

    /** The feature of a runner that goes on from a state which it keeps. */
    public static final String STEPS = "steps";

    public Capabilities {
        backends = List.copyOf(backends);
        environment = Map.copyOf(environment);
        features = Set.copyOf(features);
    }

    /** Of a runner without further features. */
    public Capabilities(List<BackendReport> backends, Map<String, String> environment) {
        this(backends, environment, Set.of());
    }

    public Optional<BackendReport> backend(String id) {
        return backends.stream().filter(report -> report.backend().equals(id)).findFirst();
    }

    /**
     * @param backend the backend's id
     * @param status how usable it looks
     * @param software whether its adapter is a software one; empty where nobody could tell
     * @param engine what would execute it, if anything would
     * @param adapter what the adapter says of itself
     * @param reason why it is not ok; empty when it is
     * @param remedy what would make it so, where the runner knows
     * @param tiers how far a native backend was seen to work; empty for a browser's
     */
    public record BackendReport(
            String backend,
            BackendStatus status,
            Optional<Boolean> software,
            Optional<Engine> engine,
            Map<String, String> adapter,
            Optional<String> reason,
            Optional<String> remedy,
            List<TierCheck> tiers) {

        public BackendReport {
            adapter = Map.copyOf(adapter);
            // What the adapter admits to goes before what its runner makes of it.
            software = EvidenceJudge.admitsSoftware(adapter) ? Optional.of(true) : software;
            tiers = List.copyOf(tiers);
        }

        /** Of a backend whose tiers nobody looked at, and that nobody knows a remedy for. */
        public BackendReport(
                String backend,
                BackendStatus status,
                Optional<Boolean> software,
                Optional<Engine> engine,
                Map<String, String> adapter,
                Optional<String> reason) {
            this(backend, status, software, engine, adapter, reason, Optional.empty(), List.of());
        }

        /** Where it stopped, as far as its runner looked. */
        public Optional<TierCheck.Failed> stop() {
            return tiers.stream()
                    .filter(TierCheck.Failed.class::isInstance)
                    .map(TierCheck.Failed.class::cast)
                    .findFirst();
        }
    }
}
