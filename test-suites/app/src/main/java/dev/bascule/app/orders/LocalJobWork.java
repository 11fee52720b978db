package dev.bascule.app.orders;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.studies.bisect.BesideRuns;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobTalk;
import dev.bascule.workers.job.JobWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does jobs by this machine's services, as a run in a terminal would: timed ones one at a time on the machine, in processes of their own.
 * Between jobs of which nothing is timed, runners may be kept. For one thread at a time.
 */
public final class LocalJobWork implements JobWork, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalJobWork.class);

    /** Who does not wait for the machine knocks for a second. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Services services;
    private final BrowserSetup own;
    private final WarmTurn warm;

    /**
     * What does the work. Each is asked for when a job needs it.
     *
     * @param conformance ends with this work
     * @param browsers ids of browsers that this machine knows
     * @param versions what is installed here, without fetching
     * @param beside measures a case in two setups in turn
     * @param replicas opens places to replicas
     */
    public record Services(
            Supplier<RunService> runs,
            ConformanceRunners conformance,
            CaseSource cases,
            Supplier<MachineLock> machine,
            Supplier<List<String>> browsers,
            Supplier<VersionShelf> versions,
            Supplier<BesideRuns> beside,
            Supplier<ReplicaWork> replicas) {}

    /** @param own how the machine's owner lets browsers take part */
    public LocalJobWork(Services services, BrowserSetup own) {
        this.services = services;
        this.own = own;
        this.warm = new WarmTurn(services.conformance(), services.machine(), LOOK);
    }

    @Override
    public JobEnd run(JobOrder order, BlobFolder blobs, JobTalk talk) throws InterruptedException {
        try {
            OrderFiles files = new OrderFiles(blobs);
            if (order.kind() == JobKind.REPLICA) {
                return replica(new ReplicaOrderReader(files, own, services.browsers()).read(order.payload()), talk);
            }
            RunRecord record = switch (order.kind()) {
                case REPLICA -> throw new IllegalStateException("it has no record");
                case CASES ->
                    cases(
                            new CasesOrderReader(files, own, services.browsers(), services.versions()),
                            order.payload(),
                            talk);
                case CONFORMANCE ->
                    conformance(
                            new ConformanceOrderReader(blobs, services.cases(), own, services.browsers())
                                    .read(order.payload()),
                            talk);
            };
            stopIfAsked(record.extent().interrupted());
            return new JobEnd.Done(
                    Documents.packed(files.placeless(RunDocuments.json(record))),
                    HardwareTrouble.of(order.kind(), record));
        } catch (RunAbortedException e) {
            stopIfAsked(false);
            return failed(e.reason());
        } catch (RuntimeException e) {
            stopIfAsked(false);
            return failed(e);
        }
    }

    /** What was cancelled is no result, however far it came. */
    private static void stopIfAsked(boolean interrupted) throws InterruptedException {
        if (Thread.interrupted() || interrupted) {
            throw new InterruptedException("the job was stopped");
        }
    }

    private static JobEnd failed(Throwable why) {
        if (why instanceof BasculeException known) {
            return new JobEnd.Failed(known.failure());
        }
        LOG.warn("a job failed", why);
        return new JobEnd.Failed(Failure.of(ErrorCode.INTERNAL_ERROR, "the job failed: " + why));
    }

    private RunRecord cases(CasesOrderReader reader, String payload, JobTalk talk) {
        RunRequest request = reader.read(payload);
        Optional<RunRequest> beside = reader.beside(request, payload);
        // It is to start cold, and alone.
        warm.end();
        try (MachineLease turn = turn(MachineUse.TIMED, talk)) {
            if (beside.isPresent()) {
                return services.beside().get().run(request, beside.get(), RunTurn.of(turn));
            }
            return services.runs().get().run(request, RunTurn.of(turn), new Told(talk));
        }
    }

    private RunRecord conformance(ConformanceRequest request, JobTalk talk) {
        MachineLease turn = turn(MachineUse.UNTIMED, talk);
        try {
            return services.conformance().service().run(request, RunTurn.of(turn), new Told(talk));
        } finally {
            warm.keep(turn);
        }
    }

    /** Whoever trains may be on this machine, and measure: it takes no turn, so that nobody waits for it, nor it for anybody. */
    private JobEnd replica(ReplicaWork.Task task, JobTalk talk) throws InterruptedException {
        warm.end();
        try (MachineLease beside = services.machine().get().beside("bascule worker")) {
            return new ReplicaJob(services.replicas().get(), System::nanoTime).run(task, talk);
        }
    }

    @Override
    public Set<String> warm() {
        return services.conformance().warm().stream().map(Backend::id).collect(Collectors.toUnmodifiableSet());
    }

    /** Ends what is kept between jobs. */
    @Override
    public void close() {
        warm.close();
    }

    /** What other workers on this machine take is not this job's time. */
    private MachineLease turn(MachineUse use, JobTalk talk) {
        talk.waits();
        try {
            return services.machine().get().take(use, WhenBusy.WAIT, "bascule worker", talk);
        } finally {
            talk.goesOn();
        }
    }

    /** Passes on what is being done, in a few words. */
    private record Told(Consumer<String> talk) implements ConformanceListener {
        @Override
        public void started(RunListener.Cell cell) {
            talk.accept(cell.toString());
        }

        @Override
        public void finished(RunListener.Cell cell, CaseRun run) {
            talk.accept("%s: %s".formatted(cell, run.verdict()));
        }

        @Override
        public void phase(String activity) {
            talk.accept(activity);
        }
    }
}
