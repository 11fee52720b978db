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
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.HardwareReasons;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobTalk;
import dev.bascule.workers.job.JobWork;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does jobs by this machine's services, as a run in a terminal would: timed ones one at a time on the machine. For one thread at
 * a time.
 */
public final class LocalJobWork implements JobWork {
    private static final Logger LOG = LoggerFactory.getLogger(LocalJobWork.class);

    private final Services services;
    private final BrowserSetup own;

    /**
     * What does the work. Each is asked for when a job needs it.
     *
     * @param browsers ids of browsers that this machine knows
     */
    public record Services(
            Supplier<RunService> runs,
            Supplier<ConformanceService> conformance,
            CaseSource cases,
            Supplier<MachineLock> machine,
            Supplier<List<String>> browsers) {}

    /** @param own how the machine's owner lets browsers take part */
    public LocalJobWork(Services services, BrowserSetup own) {
        this.services = services;
        this.own = own;
    }

    @Override
    public JobEnd run(JobOrder order, BlobFolder blobs, JobTalk talk) throws InterruptedException {
        try {
            OrderFiles files = new OrderFiles(blobs);
            RunRecord record = switch (order.kind()) {
                case CASES -> cases(new CasesOrderReader(files, own, services.browsers()).read(order.payload()), talk);
                case CONFORMANCE ->
                    conformance(
                            new ConformanceOrderReader(blobs, services.cases(), own, services.browsers())
                                    .read(order.payload()),
                            talk);
            };
            stopIfAsked(record.extent().interrupted());
            return new JobEnd.Done(Documents.packed(files.placeless(RunDocuments.json(record))), trouble(record));
        } catch (RunAbortedException e) {
            stopIfAsked(false);
            return failed(e.reason());
        } catch (RuntimeException e) {
            stopIfAsked(false);
            return failed(e);
        }
    }

    /** Why a cell that did not come to right outputs failed, where the hardware may be the reason; the first such. */
    private static Optional<Failure> trouble(RunRecord record) {
        return record.runs().stream()
                .filter(run -> !run.verdict().isRight())
                .flatMap(run -> Stream.concat(run.attempts().stream(), run.retries().stream()))
                .flatMap(attempt -> attempt.failure().stream())
                .filter(why -> HardwareReasons.of(why.code()))
                .findFirst();
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

    private RunRecord cases(RunRequest request, JobTalk talk) {
        try (MachineLease turn = turn(MachineUse.TIMED, talk)) {
            return services.runs().get().run(request, RunTurn.of(turn), new Told(talk));
        }
    }

    private RunRecord conformance(ConformanceRequest request, JobTalk talk) {
        try (MachineLease turn = turn(MachineUse.UNTIMED, talk)) {
            return services.conformance().get().run(request, RunTurn.of(turn), new Told(talk));
        }
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
