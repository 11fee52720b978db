package dev.bascule.cli.collect;

import dev.bascule.app.orders.CasesJobs;
import dev.bascule.app.orders.JobsOutcome;
import dev.bascule.app.orders.MachineRecords;
import dev.bascule.app.orders.PoolJob;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.format.Figures;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.collect.CollectOrder;
import dev.bascule.studies.collect.CollectSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * One worker's slices, one after the other, each a run whose cases are jobs of that worker. {@link #run} belongs to one thread; what
 * it came to so far anyone may ask.
 */
final class PooledSlices {
    /** Slices in a row of which nothing came before the worker, and not a model, is what fails. */
    private static final int PATIENCE = 3;

    private final CliContext context;
    private final CollectingWorker worker;
    private final CollectRequests requests;
    private final CasesJobs jobs;
    private final CollectShare share;
    private final Instant deadline;
    private final Object counts = new Object();
    private final List<String> runs = new ArrayList<>();
    private final List<Future<Integer>> kernels = new ArrayList<>();
    private int cells;
    private int failed;
    private int works;
    private boolean incomplete;

    /**
     * @param where what else is asked of the worker
     * @param share that of all workers of this command
     */
    PooledSlices(
            CliContext context,
            CollectingWorker worker,
            CollectRequests requests,
            ModelResolver models,
            Requirement where,
            CollectShare share,
            Instant deadline) {
        this.context = context;
        this.worker = worker;
        this.requests = requests;
        this.jobs = new CasesJobs(models, where.and(WorkerLabels.on(worker.id())), false, List.of(worker.inventory()));
        this.share = share;
        this.deadline = deadline;
    }

    /** How one slice came out. */
    private enum Came {
        SOMETHING,
        NOTHING,
        TIME,
        INTERRUPTED
    }

    /** An interrupt ends it; the flag is cleared, as the result says it. */
    CollectLoop.Result run(PooledJobs pool, CollectOrder order, long seed) {
        CollectLoop.End end = ended(pool, order, seed);
        if (end == CollectLoop.End.INTERRUPTED) {
            return soFar(end);
        }
        try {
            learned();
            return soFar(end);
        } catch (InterruptedException e) {
            return soFar(CollectLoop.End.INTERRUPTED);
        }
    }

    private CollectLoop.End ended(PooledJobs pool, CollectOrder order, long seed) {
        int fruitless = 0;
        for (Optional<CollectOrder.Turn> next = order.next(); next.isPresent(); next = order.next()) {
            CollectOrder.Turn turn = next.orElseThrow();
            CollectSlice slice =
                    turn.slice().within(Duration.between(context.clock().instant(), deadline));
            if (slice.isEmpty()) {
                return CollectLoop.End.TIME;
            }
            share.say("slice %d of %d on %s: %s, %s"
                    .formatted(
                            turn.number(),
                            turn.all(),
                            worker.id(),
                            slice.place().name(),
                            Figures.counted(slice.units().size(), "model")));
            Came came = came(pool, order, slice, seed);
            if (came == Came.TIME) {
                return CollectLoop.End.TIME;
            }
            if (came == Came.INTERRUPTED) {
                return CollectLoop.End.INTERRUPTED;
            }
            fruitless = came == Came.SOMETHING ? 0 : fruitless + 1;
            if (fruitless == PATIENCE) {
                throw new BasculeException(
                        ErrorCode.NOTHING_RAN,
                        "nothing came of %d slices in a row on %s".formatted(PATIENCE, worker.id()),
                        "bascule queue");
            }
        }
        return incomplete ? CollectLoop.End.INCOMPLETE : CollectLoop.End.ALL_MEASURED;
    }

    private Came came(PooledJobs pool, CollectOrder order, CollectSlice slice, long seed) {
        RunRequest request = requests.of(slice, seed);
        List<PoolJob> given = share.prepared(
                () -> jobs.of(request).stream().map(PooledSlices::ordered).toList());
        MachineRecords records =
                new MachineRecords(request, new MachineRecords.Only(worker.id(), Optional.of(worker.machine())));
        JobsOutcome outcome = pool.run(request.id(), given, new PooledJobs.Listener() {
            @Override
            public void say(String what) {
                share.say(what);
            }

            @Override
            public void sent(String what) {
                share.say(what);
            }

            @Override
            public void done(JobsOutcome.Done done) {
                records.add(done, context.clock().instant());
            }

            @Override
            public boolean goesOn() {
                return !isLate();
            }
        });
        boolean late = !outcome.lost().isEmpty() && isLate();
        List<MachineRecords.OfMachine> machines =
                records.records(context::newRunId, outcome.interrupted() || late, List.of());
        machines.forEach(machine -> {
            keep(request, machine.record(), outcome.interrupted());
            order.ran(slice, machine.record().runs()).forEach(said -> share.say(worker.id() + ": " + said));
        });
        outcome.lost().stream().map(JobsOutcome.Lost::why).distinct().forEach(this::tell);
        incomplete |= !outcome.lost().isEmpty() || machines.isEmpty();
        if (outcome.interrupted() || Thread.interrupted()) {
            return Came.INTERRUPTED;
        }
        return late ? Came.TIME : machines.isEmpty() ? Came.NOTHING : Came.SOMETHING;
    }

    private boolean isLate() {
        return !context.clock().instant().isBefore(deadline);
    }

    /** The anchors before come first and those after last, as the worker takes one job at a time. */
    private static PoolJob ordered(PoolJob job) {
        boolean before = job.what().startsWith(CollectRequests.BEFORE + ":");
        int priority = before ? 0 : job.what().startsWith(CollectRequests.AFTER + ":") ? -2 : -1;
        return new PoolJob(
                job.request().withPriority(priority), job.files(), job.references(), job.what(), job.cells());
    }

    private void keep(RunRequest request, RunRecord record, boolean interrupted) {
        if (!share.keep(record)) {
            return;
        }
        long bad =
                record.runs().stream().filter(run -> run.verdict().isFailure()).count();
        synchronized (counts) {
            runs.add(record.id());
            cells += record.runs().size();
            failed += (int) bad;
        }
        if (!interrupted) {
            kernels.add(share.learn(request, record));
        }
        share.say("run %s of %s: %s%s"
                .formatted(
                        record.id(),
                        worker.id(),
                        Figures.counted(record.runs().size(), "cell"),
                        bad == 0 ? "" : ", " + bad + " failed"));
    }

    /** Waits for what is learned of its models. */
    private void learned() throws InterruptedException {
        for (Future<Integer> one : kernels) {
            try {
                int more = one.get();
                synchronized (counts) {
                    works += more;
                }
            } catch (ExecutionException e) {
                throw PooledCollecting.known(
                        worker, Optional.ofNullable(e.getCause()).orElse(e));
            }
        }
    }

    private void tell(Failure why) {
        share.complain(
                new Failure(why.code(), "%s: not run: %s".formatted(worker.id(), why.message()), why.remedies()));
    }

    /** What is in the history of it by now. */
    CollectLoop.Result soFar(CollectLoop.End end) {
        synchronized (counts) {
            return new CollectLoop.Result(end, List.copyOf(runs), cells, failed, works);
        }
    }
}
