package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.workers.job.JobRequest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs a case on one worker in versions that it has installed, each time as a job of its own. Versions are compared on one machine
 * only, so no other worker takes over. For one thread at a time.
 */
public final class VersionedJobs {
    private final PooledJobs pooled;
    private final CasesJobs jobs;
    private final String worker;
    private final MachineRecords.Only only;
    private final Set<Axis> over;
    private final Clock clock;
    private final Consumer<String> talk;

    /**
     * @param worker who does them all
     * @param inventory of that worker
     * @param where what else is asked of it
     * @param over which versions are named; the worker's own otherwise
     * @param talk hears of what takes a while
     */
    public VersionedJobs(
            PooledJobs pooled,
            ModelResolver models,
            String worker,
            Inventory inventory,
            Requirement where,
            Set<Axis> over,
            Clock clock,
            Consumer<String> talk) {
        this.pooled = pooled;
        this.jobs = new CasesJobs(models, where.and(WorkerLabels.on(worker)), false, List.of(inventory));
        this.worker = worker;
        this.only = new MachineRecords.Only(worker, WorkerLabels.machine(inventory));
        this.over = Set.copyOf(over);
        this.clock = clock;
        this.talk = talk;
    }

    /** Who does them. */
    public String worker() {
        return worker;
    }

    /** What came of one job. */
    public sealed interface Answer {
        record Ran(RunRecord record, CaseRun run) implements Answer {}

        /** The job failed, or nothing came of it. */
        record Failed(Failure why) implements Answer {}

        /** The worker is not there any more, or can do no such job any more. */
        record Gone(Failure why) implements Answer {}

        record Interrupted() implements Answer {}
    }

    /**
     * Runs it once. An interrupt cancels the job, and stays pending.
     *
     * @param request one case on one chain, with an id that no other request has
     * @param pair the versions
     * @param beside those that it is measured in turn with, in the same job
     */
    public Answer run(RunRequest request, VersionPair pair, Optional<VersionPair> beside) {
        RunRequest plain = request.with(withoutVersions(request.setup()));
        PoolJob job = in(jobs.of(plain).get(0), wish(pair), beside.map(this::wish));
        MachineRecords records = new MachineRecords(plain, only);
        List<RunRecord> came = new ArrayList<>();
        JobsOutcome outcome = pooled.run(request.id(), List.of(job), new PooledJobs.Listener() {
            @Override
            public void say(String what) {
                talk.accept(what);
            }

            @Override
            public void sent(String what) {
                // One line for each run that a search tries would hide what it finds.
            }

            @Override
            public void done(JobsOutcome.Done done) {
                came.add(records.add(done, clock.instant()));
            }
        });
        if (outcome.interrupted()) {
            Thread.currentThread().interrupt();
            return new Answer.Interrupted();
        }
        return came.stream()
                .flatMap(record -> record.runs().stream().map(run -> (Answer) new Answer.Ran(record, run)))
                .findFirst()
                .orElseGet(() -> outcome.lost().stream()
                        .findFirst()
                        .<Answer>map(lost -> lost.unmet() ? new Answer.Gone(lost.why()) : new Answer.Failed(lost.why()))
                        .orElseGet(() ->
                                new Answer.Failed(Failure.of(ErrorCode.NOTHING_RAN, "the worker sent nothing of it"))));
    }

    private VersionWish wish(VersionPair pair) {
        return new VersionWish(named(Axis.ENGINE, pair), named(Axis.BROWSER, pair));
    }

    private Optional<String> named(Axis axis, VersionPair pair) {
        return Optional.of(pair.on(axis)).filter(any -> over.contains(axis));
    }

    /** The order is the same, but for the versions. */
    private static PoolJob in(PoolJob job, VersionWish versions, Optional<VersionWish> beside) {
        CasesOrder order = Words.read(job.request().payload(), CasesOrder.class);
        CasesOrder versioned = new CasesOrder(
                order.version(),
                order.run(),
                order.caseId(),
                order.model(),
                order.settings(),
                order.chains(),
                order.comparisons(),
                order.fallBackOn(),
                order.retries(),
                order.browsers().in(Optional.of(versions), beside));
        JobRequest request = job.request().withPayload(Words.write(versioned));
        return new PoolJob(request, job.files(), job.references(), job.what(), job.cells());
    }

    /** They are named beside it: an order has no setup of the submitter's machine. */
    private static BrowserSetup withoutVersions(BrowserSetup setup) {
        return new BrowserSetup(
                setup.choice(),
                setup.binary(),
                setup.launcher(),
                setup.remote(),
                setup.gpu(),
                setup.flags(),
                setup.webNnDevice(),
                setup.build(),
                Optional.empty(),
                setup.timed());
    }
}
