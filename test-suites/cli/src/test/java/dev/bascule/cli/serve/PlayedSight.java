package dev.bascule.cli.serve;

import dev.bascule.app.orders.PoolSight;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.RunStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A coordinator that is played: one worker, which is busy with a job of another run, and a run of one job that waits. */
final class PlayedSight implements PoolSight {
    static final Instant NOW = Instant.parse("2026-11-29T00:15:00Z");

    volatile String state = "busy";
    volatile Instant heard = NOW;
    volatile boolean refuses;
    volatile boolean broken;
    volatile String run = "run-1";
    volatile JobState job = JobState.WAITING;

    /** How often it was asked something. */
    final AtomicInteger asked = new AtomicInteger();
    /** How many questions were broken off by an interrupt. */
    final AtomicInteger brokenOff = new AtomicInteger();

    private volatile CountDownLatch answers = new CountDownLatch(0);

    /** From now on whoever asks waits. */
    void hang() {
        answers = new CountDownLatch(1);
    }

    /** Those who wait are answered, and others at once. */
    void goOn() {
        answers.countDown();
    }

    private void answer() throws InterruptedException {
        asked.incrementAndGet();
        try {
            answers.await();
        } catch (InterruptedException e) {
            brokenOff.incrementAndGet();
            throw e;
        }
        if (broken) {
            throw new IllegalStateException("a bug in it");
        }
        if (refuses) {
            throw new BasculeException(ErrorCode.COORDINATOR_REFUSED, "the token was taken back");
        }
    }

    @Override
    public List<WorkerStatus> workers() throws InterruptedException {
        answer();
        return List.of(worker("mine", JobRequest.idOf("run-1", 1)), worker("others", new JobId("of-others-7")));
    }

    private WorkerStatus worker(String id, JobId does) {
        return new WorkerStatus(
                new WorkerId(id),
                state,
                Optional.of(Inventory.of(
                        "linux",
                        "x86_64",
                        "a processor",
                        2,
                        0,
                        Map.of("cpu", "session", "cuda", "library"),
                        Map.of("firefox", "153.0"),
                        List.of(new Inventory.Gpu("a GPU", 1)),
                        Set.of("quiet"))),
                Optional.of(heard),
                Optional.of(does).filter(any -> state.equals("busy")));
    }

    @Override
    public RunList runs() throws InterruptedException {
        answer();
        return RunList.of(List.of(RunStatus.none(run, "anna", NOW).with(job)));
    }

    private JobStatus status() {
        return new JobStatus(
                JobRequest.idOf("run-1", 1),
                "run-1",
                1,
                "anna",
                NOW,
                job,
                Optional.of("no worker is idle").filter(why -> job == JobState.WAITING),
                Optional.empty(),
                List.of());
    }

    @Override
    public RunPart part(String run, Set<JobState> states, int from, int count) throws InterruptedException {
        answer();
        List<JobStatus> found = states.isEmpty() || states.contains(job) ? List.of(status()) : List.of();
        return new RunPart(found, found.size());
    }

    @Override
    public Optional<JobStatus> job(JobId id) throws InterruptedException {
        answer();
        return Optional.of(status()).filter(one -> one.id().equals(id));
    }

    @Override
    public Optional<Prospect> explain(JobId id) throws InterruptedException {
        answer();
        return Optional.of(new Prospect(
                "is planned on mine",
                List.of(
                        new Prospect.OfWorker(
                                new WorkerId("mine"),
                                true,
                                Optional.of(new ServiceTime.Known(
                                        Duration.ofSeconds(4),
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(6),
                                        ServiceTime.Source.MEASURED)),
                                "4.00 s; idle"),
                        new Prospect.OfWorker(
                                new WorkerId("others"), true, Optional.empty(), "time not known: none was done"))));
    }

    @Override
    public void cancel(String run) throws InterruptedException {
        answer();
        job = JobState.CANCELLED;
    }
}
