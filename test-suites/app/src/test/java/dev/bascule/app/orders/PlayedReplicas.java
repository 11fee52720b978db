package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A pool with one worker, whose duty is the real one, at a place that a test makes up. Each job is another thread. */
final class PlayedReplicas implements JobPool {
    private final ReplicaPlace place;
    private final Worker worker;
    private final UnaryOperator<byte[]> said;
    private volatile Optional<Job> job = Optional.empty();
    volatile boolean taken = true;

    private record Job(JobRequest request, Thread thread, Talk talk) {}

    /** @param said what comes of what the worker says */
    PlayedReplicas(ReplicaPlace place, Worker worker, UnaryOperator<byte[]> said) {
        this.place = place;
        this.worker = worker;
        this.said = said;
    }

    /** Two queues in place of a broker. */
    private static final class Talk implements JobFrames {
        private final BlockingQueue<Frame> told = new LinkedBlockingQueue<>();
        private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();
        private volatile Optional<Failure> over = Optional.empty();

        @Override
        public Optional<Frame> hear(Duration within) throws InterruptedException {
            return Optional.ofNullable(told.poll(within.toMillis(), TimeUnit.MILLISECONDS));
        }

        @Override
        public void say(Frame answer) {
            answers.add(answer);
        }
    }

    private void duty(Talk talk) {
        try {
            JobEnd end = new ReplicaDuty(place, worker, talk, Duration.ofSeconds(30)).run();
            talk.over = Optional.of(
                    end instanceof JobEnd.Failed failed
                            ? failed.failure()
                            : Failure.of(ErrorCode.COORDINATOR_REFUSED, "it is over"));
        } catch (InterruptedException e) {
            talk.over = Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "the run was cancelled"));
        } catch (BasculeException e) {
            talk.over = Optional.of(e.failure());
        }
    }

    @Override
    public void submit(List<JobRequest> jobs, Map<String, Path> files) {
        Talk talk = new Talk();
        Thread thread = new Thread(() -> duty(talk), "played-replica");
        thread.setDaemon(true);
        job = Optional.of(new Job(jobs.get(0), thread, talk));
        if (taken) {
            thread.start();
        }
    }

    @Override
    public Optional<JobStatus> job(JobId id) {
        return job.map(Job::request)
                .filter(request -> request.id().equals(id))
                .map(request -> new JobStatus(
                        id,
                        request.run(),
                        1,
                        "me",
                        Instant.EPOCH,
                        taken ? JobState.PLACED : JobState.WAITING,
                        Optional.of("all are busy"),
                        Optional.empty(),
                        taken ? List.of(attempt()) : List.of()));
    }

    private static AttemptStatus attempt() {
        return new AttemptStatus(
                1,
                new WorkerId("played-1"),
                "hardware",
                "0.1.0",
                AttemptState.RUNNING,
                "fifo",
                "it is there",
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public byte[] tell(AttemptKey key, long number, byte[] frame, Duration within) throws InterruptedException {
        Talk talk = job.orElseThrow().talk();
        talk.told.add(new JobFrames.Frame(number, frame));
        long until = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < until) {
            JobFrames.Frame answer = talk.answers.poll(20, TimeUnit.MILLISECONDS);
            if (answer != null && answer.number() == number) {
                return said.apply(answer.bytes());
            }
            if (answer == null && talk.over.isPresent()) {
                throw Words.error(talk.over.orElseThrow());
            }
        }
        throw new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, "it does not answer");
    }

    @Override
    public void cancel(String run) {
        job.filter(one -> one.request().run().equals(run))
                .ifPresent(one -> one.thread().interrupt());
    }

    @Override
    public List<WorkerStatus> workers() {
        return List.of(new WorkerStatus(
                new WorkerId("played-1"),
                "busy",
                Optional.of(Inventory.of(
                        "linux",
                        "x86_64",
                        "a processor",
                        2,
                        1L << 30,
                        Map.of("cpu", "session"),
                        Map.of(),
                        List.of(),
                        Set.of())),
                Optional.empty(),
                Optional.empty()));
    }

    @Override
    public void follow(String run, PoolClient.Follower follower) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<JobStatus> jobs(String run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunList runs() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunPart part(String run, Set<JobState> states, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Prospect> explain(JobId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
