package dev.bascule.junit.run;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.environment.SharedRunEnvironments;
import dev.bascule.app.local.LocalRunService;
import dev.bascule.app.run.BaselineCheck;
import dev.bascule.app.run.RunReports;
import dev.bascule.app.run.StoreReadiness;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.Readiness;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunId;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.LoggerFactory;

/**
 * Runs plans one after the other as the command line does, all in the same browsers and children, and hands each record to
 * reports and history where the plan says so. Belongs to one thread.
 */
public final class SuiteRunner implements AutoCloseable {
    private final SharedRunEnvironments environments;
    private final MachineLock machine;
    private final Clock clock;

    public SuiteRunner(RunEnvironmentFactory factory, CacheFolder cache, Clock clock) {
        this(factory, MachineLock.of(cache, clock), clock);
    }

    private SuiteRunner(RunEnvironmentFactory factory, MachineLock machine, Clock clock) {
        this.environments = new SharedRunEnvironments(factory, clock);
        this.machine = machine;
        this.clock = clock;
    }

    /** On this machine. Starts nothing yet. */
    public static SuiteRunner ofThisMachine() {
        // The first logger is made on this thread: were several to do so at once, their messages would be held back.
        LoggerFactory.getLogger(SuiteRunner.class).debug("logging");
        Clock clock = Clock.systemUTC();
        return new SuiteRunner(LocalRunEnvironments.ofThisMachine(), MachineLock.ofThisMachine(clock), clock);
    }

    /** The machine, once anything runs. */
    public Optional<Machine> machine() {
        return environments.machine();
    }

    /**
     * Runs a plan, waiting until nobody else measures on this machine. Nothing is measured unless its history can be opened and its
     * reports can be written.
     *
     * @param command what asked for it, for the record
     * @throws BasculeException for what makes the whole plan impossible
     */
    public CompletedRun run(SuitePlan plan, String command, RunListener listener) {
        String id = RunId.of(clock.instant(), ThreadLocalRandom.current().nextInt());
        Optional<RunReports> reports = plan.destination()
                .out()
                .map(out -> RunReports.prepare(
                        plan.destination().folder(),
                        Path.of(out).resolve(id).toString(),
                        plan.destination().reporters(),
                        false));
        // From before the history is opened, which one process has at a time, until it is closed.
        MachineLease turn = machine.take(MachineUse.TIMED, plan.whenBusy(), command, listener::waiting);
        try {
            return measured(plan, id, command, turn, listener, reports);
        } finally {
            turn.close();
        }
    }

    private CompletedRun measured(
            SuitePlan plan,
            String id,
            String command,
            MachineLease turn,
            RunListener listener,
            Optional<RunReports> reports) {
        Optional<CompletableFuture<History>> opening =
                plan.destination().store().map(file -> DuckDbHistory.openAsync(file, listener::note));
        RunRecord record;
        Optional<BaselineCheck> check;
        try {
            // Before anything is measured: a wrong name costs no run, and the newest run is not this one.
            check = plan.judging()
                    .baseline()
                    .map(wanted -> wanted.read(opening.map(future -> () -> HistoryOpening.await(future))));
            Readiness store = opening.<Readiness>map(StoreReadiness::new).orElseGet(Readiness::now);
            record = new LocalRunService(environments, clock)
                    .run(plan.request(id, command), new RunTurn(turn, store), listener);
        } catch (RuntimeException e) {
            opening.ifPresent(HistoryOpening::letGo);
            throw e;
        }
        // Writing does not go with a pending interrupt; the record remembers it.
        boolean interrupted = Thread.interrupted();
        try {
            CompletedRun completed = CompletedRun.of(record, check);
            reports.ifPresent(files -> write(files, completed, plan));
            return completed;
        } finally {
            opening.ifPresent(future -> append(record, future));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Why a run that was stopped has nothing to say of the rest. */
    public static BasculeException stopped(RunRecord record) {
        return new BasculeException(
                ErrorCode.RUN_INTERRUPTED,
                "stopped after " + Figures.counted(record.runs().size(), "cell"));
    }

    private static void append(RunRecord record, CompletableFuture<History> opening) {
        try (History history = HistoryOpening.await(opening)) {
            history.append(record);
        }
    }

    private static void write(RunReports files, CompletedRun completed, SuitePlan plan) {
        Optional<ComparisonReport> report = completed.against().map(CompletedRun.Against::report);
        files.write(completed.record(), plan.judging().expectations().known(completed.record()), report);
        report.ifPresent(one -> BaselineCheck.write(one, files.folder().path()));
    }

    /** Ends browsers and children; an interrupt that is pending then waits for that. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            environments.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
