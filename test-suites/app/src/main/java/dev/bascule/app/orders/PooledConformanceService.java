package dev.bascule.app.orders;

import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.reports.format.Figures;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.RunMerger;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs conformance cases on a pool of workers, and merges what they send back into one run, as {@code merge} does of shards. For one
 * run.
 */
public final class PooledConformanceService implements ConformanceService {
    private final PooledJobs pool;
    private final Requirement where;
    private final Shards shards;
    private final Apart apart;
    private final Clock clock;
    private final Consumer<String> talk;

    /** Divides the run's cases. */
    @FunctionalInterface
    public interface Shards {

        /** @param workers that are there; 0 where none is yet */
        List<Chosen> of(ConformanceRequest request, int workers);
    }

    /**
     * What becomes of runs that do not go together with the one that is given back.
     *
     * @param id makes the id of each
     * @param taker takes each
     */
    public record Apart(Supplier<String> id, Consumer<RunRecord> taker) {}

    /**
     * @param where what every job asks of a machine besides
     * @param apart takes what cannot be merged with the rest, for versions differ
     * @param talk is told in sentences who did what
     */
    public PooledConformanceService(
            PooledJobs pool, Requirement where, Shards shards, Apart apart, Clock clock, Consumer<String> talk) {
        this.pool = pool;
        this.where = where;
        this.shards = shards;
        this.apart = apart;
        this.clock = clock;
        this.talk = talk;
    }

    @Override
    public RunRecord run(ConformanceRequest request, RunTurn turn, ConformanceListener listener) {
        CasesJobs.refuseLocal(request.setup());
        turn.store().check();
        Path scratch = scratch();
        try {
            List<Inventory> workers = workers(listener);
            List<ConformanceJobs.ShardJob> jobs =
                    new ConformanceJobs(where, workers, scratch, talk).of(request, shards.of(request, workers.size()));
            turn.store().await();
            listener.planned(jobs.stream().mapToInt(one -> one.job().cells()).sum());
            Back back = new Back(request, jobs, listener);
            JobsOutcome outcome = pool.run(
                    request.id(),
                    jobs.stream().map(ConformanceJobs.ShardJob::job).toList(),
                    back);
            back.tell(talk);
            return merged(request, outcome, back);
        } finally {
            FolderTree.deleteQuietly(scratch);
        }
    }

    private static Path scratch() {
        try {
            return Files.createTempDirectory("bascule-jobs");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot make a temporary folder: %s".formatted(e));
        }
    }

    private List<Inventory> workers(ConformanceListener listener) {
        try {
            return pool.inventories(listener::waiting);
        } catch (InterruptedException e) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything was sent");
        }
    }

    private RunRecord merged(ConformanceRequest request, JobsOutcome outcome, Back back) {
        List<JobsOutcome.Lost> lost = new ArrayList<>(back.refused);
        lost.addAll(outcome.lost());
        if (back.parts.isEmpty()) {
            throw outcome.interrupted()
                    ? new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything came back")
                    : Words.error(named(lost.get(0)));
        }
        List<UnrunCell> notRun = LostCells.of(List.copyOf(back.shards.keySet()), back.taken, lost);
        List<RunRecord> runs = LikeParts.merged(
                back.parts, request.id(), apart.id(), request.invocation().command());
        RunRecord record = imported(request, runs.get(0), outcome.interrupted(), notRun);
        runs.subList(1, runs.size())
                .forEach(run -> apart.taker().accept(imported(request, run, outcome.interrupted(), List.of())));
        if (!lost.isEmpty() && !outcome.interrupted()) {
            Failure first = named(lost.get(0));
            throw new RunAbortedException(
                    record,
                    Words.error(new Failure(
                            first.code(),
                            "%s came back without a result; the first: %s"
                                    .formatted(Figures.counted(lost.size(), "job"), first.message()),
                            first.remedies())));
        }
        if (outcome.interrupted()) {
            Thread.currentThread().interrupt();
        }
        return record;
    }

    /** Which job it was. */
    private static Failure named(JobsOutcome.Lost one) {
        return new Failure(
                one.why().code(),
                "%s: %s".formatted(one.job().what(), one.why().message()),
                one.why().remedies());
    }

    private static RunRecord imported(
            ConformanceRequest request, RunRecord merged, boolean interrupted, List<UnrunCell> notRun) {
        RunRecord run = merged.as(RunOrigin.IMPORTED);
        Invocation asked = request.invocation();
        return new RunRecord(
                new Invocation(run.id(), asked.suite(), asked.suiteHash(), asked.seed(), asked.command()),
                run.times(),
                run.machine(),
                new RunRecord.Extent(
                        run.extent().selection(),
                        interrupted,
                        Stream.concat(run.extent().notRun().stream(), notRun.stream())
                                .toList()),
                run.runs(),
                run.scenarios(),
                run.errors(),
                run.models(),
                run.provenance());
    }

    /** What came back, each part checked when it comes. */
    private final class Back implements PooledJobs.Listener {
        private final List<RunMerger.Part> parts = new ArrayList<>();
        private final List<PoolJob> taken = new ArrayList<>();
        private final List<JobsOutcome.Lost> refused = new ArrayList<>();
        private final Map<String, Integer> cells = new TreeMap<>();
        private final Set<String> machines = new TreeSet<>();
        private final Map<PoolJob, Chosen> shards;
        private final ConformanceListener listener;
        private final ConformanceRequest request;

        Back(ConformanceRequest request, List<ConformanceJobs.ShardJob> jobs, ConformanceListener listener) {
            this.request = request;
            this.listener = listener;
            this.shards = jobs.stream()
                    .collect(Collectors.toMap(
                            ConformanceJobs.ShardJob::job,
                            ConformanceJobs.ShardJob::shard,
                            (one, other) -> one,
                            LinkedHashMap::new));
        }

        @Override
        public void say(String what) {
            listener.waiting(what);
        }

        @Override
        public void sent(String what) {
            listener.note(what);
        }

        @Override
        public void done(JobsOutcome.Done job) {
            String worker = job.status()
                    .accepted()
                    .map(attempt -> attempt.worker().toString())
                    .orElse("a worker");
            try {
                RunRecord record = checked(job, clock.instant());
                RunMerger.Part part =
                        new RunMerger.Part("%s by %s".formatted(job.job().what(), worker), record);
                // What cannot stand alone, such as a record with times, is refused here and costs its own cells.
                RunMerger.merge(List.of(part), "tried", "");
                parts.add(part);
                taken.add(job.job());
                machines.add(record.machine().fingerprint());
                cells.merge(worker, record.runs().size(), Integer::sum);
                record.runs().forEach(this::finished);
            } catch (BasculeException e) {
                refused.add(new JobsOutcome.Lost(job.job(), e.failure()));
            }
        }

        private void finished(CaseRun run) {
            listener.finished(new RunListener.Cell(run.caseId(), run.chain()), run);
        }

        /** A worker speaks for the cases and columns of its job alone. */
        private RunRecord checked(JobsOutcome.Done job, Instant now) {
            Chosen shard = Optional.ofNullable(shards.get(job.job())).orElseThrow();
            RunRecord record = Documents.read(job.document(), Map.of(), now);
            ConformanceOrder order = Words.read(job.job().request().payload(), ConformanceOrder.class);
            Map<CaseId, String> models = shard.cases().cases().stream()
                    .collect(Collectors.toMap(
                            ConformanceCase::id, one -> one.model().sha256(), (one, other) -> one));
            boolean strange = !record.id().equals(request.id())
                    || record.runs().stream()
                            .anyMatch(run -> !run.model().sha256().equals(models.get(run.caseId()))
                                    || !order.cases().contains(run.caseId().toString())
                                    || run.chain().rungs().stream()
                                            .anyMatch(rung -> !order.backends().contains(rung.id())));
            Optional<String> amiss = strange
                    ? Optional.of("it has cells that were not asked for")
                    : WholeCells.amiss(
                            record.runs(),
                            order.cases(),
                            order.backends(),
                            run -> run.caseId().toString());
            if (amiss.isPresent()) {
                throw new BasculeException(
                        ErrorCode.RECORD_INVALID,
                        "a worker's result for %s has not the cells that were asked for: %s; nothing of it is kept"
                                .formatted(job.job().what(), amiss.orElseThrow()),
                        "revoke that worker");
            }
            Map<String, String> sources = shard.cases().cases().stream()
                    .collect(Collectors.toMap(
                            one -> one.id().toString(), one -> one.source().toString(), (one, other) -> one));
            return named(record, job.job().request().id().toString())
                    .mapRuns(run ->
                            OwnLines.with(run, sources.getOrDefault(run.caseId().toString(), "")))
                    .with(shard.selection());
        }

        /** Each part is a run of its own until they are merged. */
        private RunRecord named(RunRecord record, String id) {
            return new RunRecord(
                    new Invocation(
                            id,
                            record.invocation().suite(),
                            record.invocation().suiteHash(),
                            record.invocation().seed(),
                            record.invocation().command()),
                    record.times(),
                    record.machine(),
                    record.extent(),
                    record.runs(),
                    record.scenarios(),
                    record.errors(),
                    record.models(),
                    record.provenance());
        }

        void tell(Consumer<String> talk) {
            cells.forEach((worker, count) -> talk.accept("%s: %s".formatted(worker, Figures.counted(count, "cell"))));
            if (machines.size() > 1) {
                talk.accept("these are %d machines; the run names the first that answered".formatted(machines.size()));
            }
        }
    }
}
