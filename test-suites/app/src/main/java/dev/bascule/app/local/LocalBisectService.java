package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectResult;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.Bisection;
import dev.bascule.studies.bisect.Prober;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.bisect.What;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Searches versions on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalBisectService implements BisectService {
    private static final Logger LOG = LoggerFactory.getLogger(LocalBisectService.class);

    private final RunEnvironmentFactory environments;
    private final VersionShelf.Maker shelves;
    private final String usualEngine;
    private final Clock clock;

    /** @param usualEngine the engine's version where nobody names one */
    public LocalBisectService(
            RunEnvironmentFactory environments, VersionShelf.Maker shelves, String usualEngine, Clock clock) {
        this.environments = environments;
        this.shelves = shelves;
        this.usualEngine = usualEngine;
        this.clock = clock;
    }

    @Override
    public BisectReport bisect(BisectRequest request, RunTurn turn, BisectListener listener) {
        VersionShelf shelf = shelves.shelf(request.fetching());
        BisectPlan plan = new BisectPlanner(shelf, usualEngine).of(request);
        PairRuns pairs = new PairRuns(request, shelf, listener::phase);
        ProbeReading reading = new ProbeReading(request.what(), request.threshold());
        if (request.what() == What.SLOW) {
            VersionPair good = request.fix() ? plan.newest() : plan.oldest();
            SpeedProber prober = new SpeedProber(environments, pairs, good, reading, turn, clock);
            Searched searched = search(plan, prober, listener);
            return report(request, plan, searched, prober.machine(), prober.repeats());
        }
        CaseProber prober = new CaseProber(new LocalRunService(environments, clock), pairs, reading, turn);
        Searched searched = search(plan, prober, listener);
        return report(request, plan, searched, prober.machine(), prober.repeats());
    }

    private record Searched(BisectResult result, Instant startedAt, Duration took) {}

    private Searched search(BisectPlan plan, Prober prober, BisectListener listener) {
        Instant startedAt = clock.instant();
        BisectResult result = new Bisection(plan, prober, clock, listener).search();
        return new Searched(result, startedAt, Duration.between(startedAt, clock.instant()));
    }

    private BisectReport report(
            BisectRequest request,
            BisectPlan plan,
            Searched searched,
            Optional<Machine> machine,
            Map<VersionPair, String> repeats) {
        SuiteCase wanted = request.run().cases().get(0);
        return new BisectReport(
                request.knownAs(),
                wanted.model().name(),
                request.backend().id(),
                request.what(),
                request.what() == What.SLOW ? Optional.of(request.threshold()) : Optional.empty(),
                plan,
                searched.result(),
                machine,
                repeats,
                folder(request, searched.result()),
                searched.startedAt(),
                searched.took(),
                request.run().invocation().command());
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
