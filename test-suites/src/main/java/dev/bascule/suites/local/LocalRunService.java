package dev.bascule.suites.local;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.chain.FallbackPolicy;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.suites.execution.AttemptExecutor;
import dev.bascule.suites.execution.AttemptExecutor.Place;
import dev.bascule.suites.execution.AttemptJudge;
import dev.bascule.suites.execution.ChainExecutor;
import dev.bascule.suites.execution.Column;
import dev.bascule.suites.execution.ColumnPlanner;
import dev.bascule.suites.execution.JobIds;
import dev.bascule.suites.execution.MeasurementPlan;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.service.RunListener;
import dev.bascule.suites.service.RunListener.Cell;
import dev.bascule.suites.service.RunRequest;
import dev.bascule.suites.service.RunService;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs cases on this machine, one timed attempt at a time. Each call is a run of its own; not for concurrent use. */
public final class LocalRunService implements RunService {
    private final WorkbenchFactory workbenches;
    private final Clock clock;

    public LocalRunService(WorkbenchFactory workbenches, Clock clock) {
        this.workbenches = workbenches;
        this.clock = clock;
    }

    /** A case on a column, ready to run. */
    private record Planned(SuiteCase wanted, PreparedCase kase, Column column) {
        Cell cell() {
            return new Cell(kase.id(), column.chain());
        }
    }

    @Override
    public RunRecord run(RunRequest request, RunListener listener) {
        Instant startedAt = clock.instant();
        TimeLedger ledger = new TimeLedger();
        List<CaseRun> runs = new ArrayList<>();
        Workbench bench = workbenches.open(request, ledger, listener);
        boolean interrupted = false;
        try {
            listener.phase("reading models, making inputs");
            List<Planned> plan = plan(request, bench, ledger, listener);
            listener.planned(plan.size());
            ledger.time("starting browsers and native runners", () -> {
                Column.startAll(plan.stream().map(Planned::column).toList());
                return true;
            });
            execute(request, plan, bench, ledger, listener, runs);
        } finally {
            // Closing in good order waits for answers; one who wants out gets out.
            interrupted = Thread.interrupted();
            if (interrupted) {
                bench.kill();
            }
            bench.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new RunRecord(
                request.id(),
                startedAt,
                clock.instant(),
                request.suite(),
                request.suiteHash(),
                request.seed(),
                request.command(),
                interrupted,
                bench.machine(),
                runs,
                ledger.spent());
    }

    private static List<Planned> plan(RunRequest request, Workbench bench, TimeLedger ledger, RunListener listener) {
        ColumnPlanner columns = new ColumnPlanner(request.browsers(), bench.browsers(), bench.nativeSource());
        List<Planned> plan = new ArrayList<>();
        for (SuiteCase wanted : request.cases()) {
            List<Column> wantedColumns = new ArrayList<>();
            for (Chain chain : wanted.chains()) {
                wantedColumns.addAll(columns.columns(chain));
            }
            if (wantedColumns.isEmpty() || Thread.currentThread().isInterrupted()) {
                continue;
            }
            PreparedCase kase = ledger.time("models and inputs", () -> bench.prepare(wanted, request.seed()));
            tellGenerated(wanted, kase, listener);
            wantedColumns.forEach(column -> plan.add(new Planned(wanted, kase, column)));
        }
        if (plan.isEmpty() && !Thread.currentThread().isInterrupted()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "no case has a target among the browsers and backends selected");
        }
        return plan;
    }

    /** A user who named some inputs may think that they were all. */
    private static void tellGenerated(SuiteCase wanted, PreparedCase kase, RunListener listener) {
        if (wanted.model().inputs().isEmpty()) {
            return;
        }
        kase.notes().forEach((name, note) -> {
            if (name.startsWith("input ") && note.startsWith("generated")) {
                String input = name.substring("input ".length());
                listener.note("%s: input '%s' was %s; give it with --input %s=..."
                        .formatted(kase.model().name(), input, note, input));
            }
        });
    }

    private void execute(
            RunRequest request,
            List<Planned> plan,
            Workbench bench,
            TimeLedger ledger,
            RunListener listener,
            List<CaseRun> runs) {
        JobIds ids = bench.jobIds();
        AttemptJudge judge = new AttemptJudge(
                new EvidenceJudge(Backends.installed()), Machines.hasGpu(bench.machine()), bench.noise());
        Place nativeCpu = new Place(bench.nativeSource(), Backends.NATIVE_CPU);
        for (Planned planned : plan) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            MeasurementPlan measurement = measurement(planned.wanted());
            References references = bench.references(measurement.timeout());
            AttemptExecutor attempts = new AttemptExecutor(references, judge, measurement, ids, clock, ledger);
            Optional<Place> baseline = planned.wanted().comparison() ? Optional.of(nativeCpu) : Optional.empty();
            ChainExecutor chains = new ChainExecutor(attempts, baseline, FallbackPolicy.DEFAULT);
            listener.started(planned.cell());
            CaseRun run = chains.run(
                    planned.kase(), planned.column(), Reproduction.line(request, planned.wanted(), planned.column()));
            runs.add(run);
            listener.finished(planned.cell(), run);
        }
    }

    private static MeasurementPlan measurement(SuiteCase wanted) {
        return new MeasurementPlan(
                wanted.measurement().minIterations(),
                wanted.measurement().minDuration(),
                wanted.measurement().warmUpLimit(),
                wanted.measurement().measureLimit(),
                wanted.measurement().timeout(),
                MeasurementPlan.DEFAULT.pairs(),
                MeasurementPlan.DEFAULT.warmUp());
    }
}
