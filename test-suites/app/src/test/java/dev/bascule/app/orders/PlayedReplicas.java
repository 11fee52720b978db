package dev.bascule.app.orders;

import static org.awaitility.Awaitility.await;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.job.JobTalk;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A pool with one worker, whose duty is the real one, at a place that a test makes up. Each job is another thread. */
final class PlayedReplicas extends UnaskedPool {
    static final ReplicaModel MODEL = new ReplicaModel(
            new ModelArtifact("0".repeat(64), 1, Path.of("replica.onnx")),
            Map.of(),
            List.of("loss", "weight.gradient"));

    private final ReplicaPlace place;
    private final Worker worker;
    private final UnaryOperator<byte[]> said;
    private volatile Optional<Job> job = Optional.empty();
    volatile boolean taken = true;
    /** How often the worker was told that whoever trains is there. */
    final Semaphore kept = new Semaphore(0);
    /** What the worker's log has. */
    final List<String> log = new CopyOnWriteArrayList<>();

    private record Job(JobRequest request, Thread thread, Talk talk) {}

    /** @param said what comes of what the worker says */
    PlayedReplicas(ReplicaPlace place, Worker worker, UnaryOperator<byte[]> said) {
        this.place = place;
        this.worker = worker;
        this.said = said;
    }

    /** Two queues in place of a broker. */
    private final class Talk implements JobFrames, JobTalk {
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

        @Override
        public JobFrames frames() {
            return this;
        }

        @Override
        public void accept(String words) {
            log.add(words);
        }
    }

    /** Its place is open already. */
    private final class Work implements ReplicaWork {
        @Override
        public <R> R at(Task task, Consumer<String> talk, Use<R> use) throws InterruptedException {
            return use.with(place, worker);
        }
    }

    static RunRequest run() {
        return new RunRequest(
                new Invocation("20261129-000000-0001", "replicas", "0".repeat(64), 42, "bascule distributed replicas"),
                List.of(new SuiteCase(
                        CaseId.parse("replicas:networks:mlp"),
                        new SuiteModel("mlp", "mlp", SuiteModel.Feed.NONE),
                        RunSettings.DEFAULT,
                        List.of(Chain.of(Backends.NATIVE_CPU)),
                        Comparisons.OFF)),
                BrowserSetup.of(new BrowserChoice.None()),
                0);
    }

    /** So many lines of the log, of which this is the last. */
    String said(int lines) {
        await().until(() -> log.size() >= lines);
        return log.get(lines - 1);
    }

    private void duty(Talk talk) {
        try {
            JobEnd end = new ReplicaJob(new Work(), System::nanoTime)
                    .run(
                            new ReplicaWork.Task(
                                    run(),
                                    new Chosen(Optional.empty(), Backends.NATIVE_CPU, true),
                                    MODEL,
                                    SessionSettings.defaults(),
                                    Duration.ofSeconds(5),
                                    Duration.ofSeconds(30)),
                            talk);
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
    public void keep(AttemptKey key, Duration within) {
        kept.release();
        job.flatMap(one -> one.talk().over).ifPresent(why -> {
            throw Words.error(why);
        });
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
}
