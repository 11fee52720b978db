package dev.bascule.app.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.webnn.OpSupport;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What an attempt at the tiny model says of its backend. Stateless. */
final class ProbeFacts {
    /** The browser's own words stand with the browser, once. */
    private static final String OF_THE_BROWSER = "browser.";

    private ProbeFacts() {}

    static BackendStatus status(Attempt attempt) {
        return switch (attempt.outcome()) {
            case SUCCEEDED ->
                attempt.evidence().isPartial() || attempt.evidence().software().orElse(false)
                        ? BackendStatus.DEGRADED
                        : BackendStatus.OK;
            case UNAVAILABLE, UNSUPPORTED, CANCELLED -> BackendStatus.MISSING;
            case CRASHED, DEVICE_LOST, TIMED_OUT -> BackendStatus.CRASHED;
            case COMPILE_FAILED, OUT_OF_MEMORY, WRONG, NOT_JUDGED, FAILED -> BackendStatus.DEGRADED;
        };
    }

    /** Facts by name, in a map of the caller's own. */
    static Map<String, String> of(Attempt attempt) {
        Map<String, String> facts = new TreeMap<>(attempt.target().adapter());
        // A table of its own: see OpSupport. It is told with the matrix, not with the doctor.
        facts.keySet().removeIf(name -> name.startsWith(OpSupport.FACT));
        attempt.evidence().facts().forEach((name, value) -> {
            if (!name.startsWith(OF_THE_BROWSER)) {
                facts.put(name, value);
            }
        });
        attempt.evidence()
                .deviceType()
                .ifPresent(device -> facts.put("device", device.name().toLowerCase(Locale.ROOT)));
        facts.put("proof", attempt.evidence().proof().name());
        facts.put("engine", attempt.target().engine().toString());
        attempt.evidence().nodes().forEach((where, count) -> facts.put("nodes." + where, String.valueOf(count)));
        return facts;
    }

    static Optional<String> reason(Attempt attempt) {
        if (attempt.succeeded() && attempt.evidence().software().orElse(false)) {
            return Optional.of("software adapter: shows correctness, not speed");
        }
        return attempt.failure().map(Failure::message);
    }
}
