package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.TimedRegions;
import dev.bascule.execution.Workers;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.execution.service.ThisBuild;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs cases on this machine, one timed attempt at a time. Each call is a run of its own; not for concurrent use. */
public final class LocalRunService implements RunService {
    private final RunEnvironmentFactory environments;
    private final Clock clock;

    public LocalRunService(RunEnvironmentFactory environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    @Override
    public RunRecord run(RunRequest request, RunTurn turn, RunListener listener) {
        turn.store().check();
        NoiseMeter others = NoiseMeter.beside(turn.machine()::others);
        // What had to be fetched to know what to run is where the run began.
        Instant startedAt = clock.instant().minus(request.fetchedFor());
        TimeBreakdown times = new TimeBreakdown();
        RunEnvironment environment = environments.open(request, times, listener);
        TimedRegions regions = new TimedRegions();
        CellRuns runs = new CellRuns(environment, others, clock, times, regions, listener);
        CellScenarios scenarios = new CellScenarios(environment, clock, times, regions, listener);
        CellPlanner planner =
                new CellPlanner(request, environment, new Workers(request.workers(), regions), times, listener);
        List<PlannedCell> plan = List.of();
        boolean planned = false;
        boolean interrupted = false;
        Optional<Throwable> broken = Optional.empty();
        try {
            turn.store().check();
            listener.phase("reading models, making inputs");
            plan = planner.plan();
            planned = !Thread.currentThread().isInterrupted();
            turn.store().await();
            listener.planned(plan.size());
            runs.firstPass(plan);
            plan = runs.halve(plan, cell -> CellPlanner.halved(request, cell, environment));
            runs.retry(plan, request.retries());
            runs.adviseOnMemory(plan);
            runs.refuseContradicted(plan);
            scenarios.play(plan, runs);
        } catch (RuntimeException | Error e) {
            // Who is told to stop fails in all kinds of ways; what was measured until then stays, whatever ended it.
            if (e instanceof Error || !Thread.currentThread().isInterrupted()) {
                if (runs.inOrderOf(plan).isEmpty()) {
                    throw e;
                }
                broken = Optional.of(e);
            }
        } finally {
            interrupted = environment.end();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        boolean cut = interrupted || broken.isPresent();
        List<UnrunCell> unrun = !cut ? List.of() : planned ? runs.unrun(plan) : request.unrun();
        RunRecord record = new RunRecord(
                request.invocation(),
                new RunRecord.Times(startedAt, clock.instant(), times.spent()),
                environment.machine(),
                new RunRecord.Extent(Optional.empty(), cut, unrun),
                runs.inOrderOf(plan),
                scenarios.played(),
                environment.errors(),
                planner.supplies(),
                RunRecord.Provenance.measuredBy(Optional.of(ThisBuild.tool())));
        broken.ifPresent(cause -> {
            throw new RunAbortedException(record, cause);
        });
        return record;
    }
}
