package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.execution.service.ThisBuild;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.studies.bisect.BesideRuns;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures cases beside each other on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalBesideRuns implements BesideRuns {
    private final RunEnvironmentFactory environments;
    private final Clock clock;

    public LocalBesideRuns(RunEnvironmentFactory environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    @Override
    public RunRecord run(RunRequest wanted, RunRequest standard, RunTurn turn) {
        List<Chain> chains = wanted.cases().size() == 1 ? wanted.cases().get(0).chains() : List.of();
        if (chains.size() != 1 || !chains.get(0).isStrict()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "one case on one backend is measured beside another setup, and no more");
        }
        Instant startedAt = clock.instant();
        BesideMeasurement.Measured measured = new BesideMeasurement(environments, clock)
                .measure(wanted, standard, chains.get(0).first(), turn);
        return new RunRecord(
                wanted.invocation(),
                new RunRecord.Times(startedAt, clock.instant(), Map.of()),
                measured.machine(),
                new RunRecord.Extent(Optional.empty(), Thread.currentThread().isInterrupted(), List.of()),
                List.of(measured.run()),
                List.of(),
                List.of(),
                List.of(),
                RunRecord.Provenance.measuredBy(Optional.of(ThisBuild.tool())));
    }
}
