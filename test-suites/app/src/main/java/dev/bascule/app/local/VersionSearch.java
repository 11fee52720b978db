package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectResult;
import dev.bascule.studies.bisect.Bisection;
import dev.bascule.studies.bisect.Prober;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.bisect.What;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Searches versions with a prober, wherever that runs them, and reports it. Each call is one of its own; not for concurrent use. */
final class VersionSearch {
    private static final Logger LOG = LoggerFactory.getLogger(VersionSearch.class);

    private final RunEnvironmentFactory environments;
    private final String usualEngine;
    private final Clock clock;

    /**
     * @param environments where the case is written by itself
     * @param usualEngine the engine's version where nobody names one
     */
    VersionSearch(RunEnvironmentFactory environments, String usualEngine, Clock clock) {
        this.environments = environments;
        this.usualEngine = usualEngine;
        this.clock = clock;
    }

    /**
     * @param shelf tells which versions there are
     * @param probers makes the prober, once it is known what is searched
     */
    BisectReport search(
            BisectRequest request,
            VersionShelf shelf,
            Function<BisectPlan, VersionProber> probers,
            BisectListener listener) {
        BisectPlan plan = new BisectPlanner(shelf, usualEngine).of(request);
        VersionProber prober = probers.apply(plan);
        Searched searched = search(plan, prober, listener);
        return report(request, plan, searched, prober);
    }

    private record Searched(BisectResult result, Instant startedAt, Duration took) {}

    private Searched search(BisectPlan plan, Prober prober, BisectListener listener) {
        Instant startedAt = clock.instant();
        BisectResult result = new Bisection(plan, prober, clock, listener).search();
        return new Searched(result, startedAt, Duration.between(startedAt, clock.instant()));
    }

    private BisectReport report(BisectRequest request, BisectPlan plan, Searched searched, VersionProber prober) {
        SuiteCase wanted = request.run().cases().get(0);
        return new BisectReport(
                request.knownAs(),
                wanted.model().name(),
                request.backend().id(),
                request.what(),
                request.what() == What.SLOW ? Optional.of(request.threshold()) : Optional.empty(),
                plan,
                searched.result(),
                prober.machine(),
                prober.repeats(),
                folder(request, searched.result()),
                searched.startedAt(),
                searched.took(),
                request.run().invocation().command(),
                prober.worker());
    }

    /** The case by itself, for what was found and nobody interrupted. */
    private Optional<Path> folder(BisectRequest request, BisectResult result) {
        boolean found =
                result.lines().stream().anyMatch(line -> !line.boundaries().isEmpty());
        if (!found || Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        try {
            return BisectedCase.write(request.out().resolve("case"), request.run(), environments);
        } catch (BasculeException e) {
            // What was found in an hour is not lost for its appendix.
            LOG.warn("the case by itself is not written: {}", e.failure().message());
            return Optional.empty();
        }
    }
}
