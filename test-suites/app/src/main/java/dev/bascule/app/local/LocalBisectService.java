package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.bisect.What;
import java.time.Clock;

/** Searches versions on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalBisectService implements BisectService {
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
        PairRuns pairs = new PairRuns(request, shelf, listener::phase);
        ProbeReading reading = new ProbeReading(request.what(), request.threshold());
        return new VersionSearch(environments, usualEngine, clock)
                .search(
                        request,
                        shelf,
                        plan -> request.what() == What.SLOW
                                ? new SpeedProber(
                                        new BesideMeasurement(environments, clock), pairs, plan.good(), reading, turn)
                                : new CaseProber(new LocalRunService(environments, clock), pairs, reading, turn),
                        listener);
    }
}
