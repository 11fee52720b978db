package dev.bascule.execution.source;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.target.Browser;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a source: what its runners said of themselves, or why none starts. Immutable.
 *
 * @param source its name
 * @param capabilities what the last runner can do; empty before the first
 * @param browser which the last runner is in, where it is in one
 * @param graphicsInfo what the first one's browser had at hand to say of its graphics
 * @param reach how much of the last runner the host can see
 * @param broken why the source could not start
 */
record SourceStatus(
        String source,
        Optional<Capabilities> capabilities,
        Optional<Browser> browser,
        Map<String, String> graphicsInfo,
        Reach reach,
        Optional<Failure> broken) {

    /** Of a source that was not started yet. */
    static SourceStatus unknown(String source) {
        return new SourceStatus(source, Optional.empty(), Optional.empty(), Map.of(), Reach.SEEN, Optional.empty());
    }

    boolean isKnown() {
        return capabilities.isPresent() || broken.isPresent();
    }

    SourceStatus brokenBy(Failure failure) {
        return new SourceStatus(source, capabilities, browser, graphicsInfo, reach, Optional.of(failure));
    }

    SourceStatus reaching(Reach seen) {
        return new SourceStatus(source, capabilities, browser, graphicsInfo, seen, broken);
    }

    /** Asks a runner that has just started. */
    SourceStatus after(LaunchedRunner launched) {
        // Of the first one only, before anything is timed: the others are started alike.
        Map<String, String> seen = capabilities.isPresent() ? graphicsInfo : launched.graphicsInfo();
        return new SourceStatus(
                source, Optional.of(launched.runner().probe()), launched.browser(), seen, launched.reach(), broken);
    }

    /** What a backend is said to be; missing with the reason when the source itself could not start. */
    BackendReport report(Backend backend) {
        if (broken.isPresent()) {
            return missing(backend, broken.get().message());
        }
        return capabilities
                .flatMap(known -> known.backend(backend.id()))
                .orElseGet(() -> missing(backend, "%s does not know the backend %s".formatted(source, backend.id())));
    }

    private static BackendReport missing(Backend backend, String reason) {
        return new BackendReport(
                backend.id(), BackendStatus.MISSING, Optional.empty(), Optional.empty(), Map.of(), Optional.of(reason));
    }

    /** Why a backend cannot be tried at all, if so. */
    Optional<Failure> unavailable(Backend backend) {
        if (broken.isPresent()) {
            return broken;
        }
        return unavailable(report(backend));
    }

    /** Why a backend that is reported so cannot be tried at all, if so. */
    static Optional<Failure> unavailable(BackendReport report) {
        return report.status() == BackendStatus.MISSING
                ? Optional.of(report.stop().map(FaultClassifier::classify).orElseGet(() -> absent(report)))
                : Optional.empty();
    }

    private static Failure absent(BackendReport report) {
        String reason = report.reason().orElse("it gave no reason");
        return report.remedy()
                .map(remedy -> Failure.of(ErrorCode.BACKEND_UNAVAILABLE, reason, remedy))
                .orElseGet(() -> Failure.of(ErrorCode.BACKEND_UNAVAILABLE, reason));
    }
}
