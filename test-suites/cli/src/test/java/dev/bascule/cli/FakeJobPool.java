package dev.bascule.cli;

import dev.bascule.app.orders.JobPool;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.RunStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A pool of workers in this process: each job is done by the first whose machine it may run on. No broker, no network. Thread-safe. */
final class FakeJobPool implements JobPool {
    private static final Instant NOW = Instant.parse("2026-08-01T10:00:00Z");

    /** By id, the machine and who does its work. */
    record Member(Inventory inventory, JobWork work) {}

    final Map<String, Member> members = new TreeMap<>();
    final List<JobRequest> submitted = new CopyOnWriteArrayList<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final Map<String, Path> files = new ConcurrentHashMap<>();

    void join(String id, Set<String> backends, JobWork work) {
        Map<String, String> proven = new TreeMap<>();
        backends.forEach(backend -> proven.put(backend, "session"));
        members.put(
                id,
                new Member(
                        Inventory.of(
                                "linux",
                                "x86_64",
                                "processor of " + id,
                                2,
                                8L << 30,
                                proven,
                                Map.of(),
                                List.of(),
                                Set.of()),
                        work));
    }

    @Override
    public List<WorkerStatus> workers() {
        return members.entrySet().stream()
                .map(member -> new WorkerStatus(
                        new WorkerId(member.getKey()),
                        "idle",
                        Optional.of(member.getValue().inventory()),
                        Optional.of(NOW),
                        Optional.<JobId>empty()))
                .toList();
    }

    @Override
    public RunList runs() {
        Map<String, RunStatus> runs = new TreeMap<>();
        submitted.forEach(job -> runs.merge(
                job.run(),
                RunStatus.none(job.run(), "submitter", NOW).with(JobState.FAILED),
                (before, one) -> before.with(JobState.FAILED)));
        return RunList.of(runs.values());
    }

    @Override
    public void submit(List<JobRequest> jobs, Map<String, Path> blobs) {
        submitted.addAll(jobs);
        files.putAll(blobs);
    }

    @Override
    public void follow(String run, PoolClient.Follower follower) throws InterruptedException {
        for (JobRequest job : submitted) {
            if (!job.run().equals(run)) {
                continue;
            }
            if (!follower.goesOn()) {
                return;
            }
            List<String> able = members.entrySet().stream()
                    .filter(member -> job.where().metBy(member.getValue().inventory()))
                    .map(Map.Entry::getKey)
                    .toList();
            String id = able.get(0);
            Member member = members.getOrDefault(id, members.values().iterator().next());
            JobEnd end = done(job, member.work());
            if (end instanceof JobEnd.Done first && first.trouble().isPresent() && job.elsewhere() && able.size() > 1) {
                JobStatus status = status(job, JobState.FAILED, id, member, first.trouble());
                follower.kept(status, status.attempts().get(0), first.document());
                id = able.get(1);
                member = members.getOrDefault(id, member);
                end = done(job, member.work());
            }
            if (end instanceof JobEnd.Done done) {
                JobStatus status = status(job, JobState.DONE, id, member, Optional.empty());
                follower.changed(status);
                follower.done(status, done.document());
            } else {
                follower.changed(
                        status(job, JobState.FAILED, id, member, Optional.of(((JobEnd.Failed) end).failure())));
            }
        }
    }

    private JobEnd done(JobRequest job, JobWork work) throws InterruptedException {
        Path scratch;
        try {
            scratch = Files.createTempDirectory("fake-job");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        BlobFolder folder = new BlobFolder() {
            @Override
            public Path file(String sha256) {
                return Optional.ofNullable(files.get(sha256)).orElseThrow();
            }

            @Override
            public Path scratch() {
                return scratch;
            }
        };
        try {
            return work.run(
                    new JobOrder(job.id(), 1, job.kind(), job.payload(), job.blobs(), job.timed(), job.limit()),
                    folder,
                    talk -> {});
        } finally {
            FolderTree.deleteQuietly(scratch);
        }
    }

    private static JobStatus status(
            JobRequest job, JobState state, String worker, Member member, Optional<Failure> failure) {
        return new JobStatus(
                job.id(),
                job.run(),
                job.number(),
                "submitter",
                NOW,
                state,
                Optional.empty(),
                failure,
                List.of(new AttemptStatus(
                        1,
                        new WorkerId(worker),
                        member.inventory().hardwareClass().key(),
                        "1.2.3",
                        state == JobState.DONE ? AttemptState.DONE : AttemptState.FAILED,
                        "fifo",
                        "it is the first that can",
                        NOW,
                        Optional.of(NOW),
                        Optional.of(NOW),
                        Optional.of(Duration.ofSeconds(1)),
                        failure,
                        Optional.empty())));
    }

    /** A work that fails all. */
    static JobWork failing() {
        return (order, blobs, talk) -> new JobEnd.Failed(Failure.of(ErrorCode.OUT_OF_MEMORY, "no room"));
    }

    @Override
    public void cancel(String run) {
        cancelled.add(run);
    }

    @Override
    public List<JobStatus> jobs(String run) {
        return submitted.stream()
                .filter(job -> job.run().equals(run))
                .map(job -> status(
                        job, JobState.FAILED, "a", members.values().iterator().next(), Optional.empty()))
                .toList();
    }

    @Override
    public RunPart part(String run, Set<JobState> states, int from, int count) {
        List<JobStatus> wanted = jobs(run).stream()
                .filter(job -> states.isEmpty() || states.contains(job.state()))
                .toList();
        return new RunPart(wanted.stream().skip(from).limit(count).toList(), wanted.size());
    }

    @Override
    public Optional<JobStatus> job(JobId id) {
        return submitted.stream()
                .filter(job -> job.id().equals(id))
                .flatMap(job ->
                        jobs(job.run()).stream().filter(status -> status.id().equals(id)))
                .findFirst();
    }

    @Override
    public Optional<Prospect> explain(JobId job) {
        return Optional.of(new Prospect(
                "is planned on a",
                List.of(new Prospect.OfWorker(new WorkerId("a"), true, Optional.empty(), "4.00 s; idle"))));
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
