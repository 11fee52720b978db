package dev.bascule.workers.client;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.ToSubmitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A submitter's way to a coordinator. Connects again by itself. For one thread at a time. */
public final class PoolClient implements AutoCloseable {
    private static final long LOOK_MILLIS = 200;
    private static final int JOBS_AT_ONCE = 1000;
    /** Who cancels wants to be gone. */
    private static final Duration CANCEL_WITHIN = Duration.ofSeconds(5);

    private final Asking asking;

    private PoolClient(Asking asking) {
        this.asking = asking;
    }

    /**
     * Connects.
     *
     * @param product version of the program, told to the coordinator
     * @param talk is told in a sentence what happens
     * @throws BasculeException where the coordinator cannot be reached, shows another certificate, or refuses the token
     *     or this version
     */
    public static PoolClient connect(JoinAddress address, String product, Consumer<String> talk) {
        return new PoolClient(Asking.connect(address, product, talk));
    }

    /**
     * Submits all of them or, above a thousand, as many as are told so far. The same jobs again change nothing, so that who does not know
     * whether it got through asks again.
     *
     * @param files by SHA-256, each blob that a job names; those that the coordinator has already are not sent
     * @throws BasculeException COORDINATOR_REFUSED where it does not take them
     */
    public void submit(List<JobRequest> jobs, Map<String, Path> files) throws InterruptedException {
        List<Blob> blobs =
                jobs.stream().flatMap(job -> job.blobs().stream()).distinct().toList();
        ToSubmitter.Lacking lacking = asking.ask(new FromSubmitter.Offer(blobs), ToSubmitter.Lacking.class);
        Set<String> wanted = new HashSet<>(lacking.sha256());
        for (Blob blob : blobs) {
            if (wanted.remove(blob.sha256())) {
                asking.upload(blob, file(files, blob));
            }
        }
        for (int from = 0; from < jobs.size(); from += JOBS_AT_ONCE) {
            asking.ask(
                    new FromSubmitter.Submit(jobs.subList(from, Math.min(jobs.size(), from + JOBS_AT_ONCE))),
                    ToSubmitter.Fine.class);
        }
    }

    private static Asking.Content file(Map<String, Path> files, Blob blob) {
        Path file = Optional.ofNullable(files.get(blob.sha256()))
                .orElseThrow(() -> new IllegalArgumentException("no file is given for " + blob.sha256()));
        return new Asking.Content() {
            @Override
            public InputStream open() throws IOException {
                return InputFile.stream(file);
            }
        };
    }

    /** What is followed. Called by the thread that follows. */
    public interface Follower {
        /** A job's state changed, or that of one of its attempts, or why it waits. */
        void changed(JobStatus job);

        /**
         * A job is done: told once, after {@link #changed}.
         *
         * @param document what the worker sent ({@code JobEnd.Done})
         */
        void done(JobStatus job, byte[] document);

        /**
         * Cells failed on a worker for a reason of its hardware, and the job is tried on other hardware: told once for each such
         * attempt, after {@link #changed}.
         *
         * @param document what that worker sent
         */
        default void kept(JobStatus job, AttemptStatus attempt, byte[] document) {}

        /** A job is done, and its document cannot be had: told once, after {@link #changed}. */
        default void gone(JobStatus job, Failure why) {}

        /** Whether to go on; asked after each look. */
        default boolean goesOn() throws InterruptedException {
            return true;
        }
    }

    /**
     * Follows a run's jobs until each is over, or the follower does not go on.
     *
     * @throws BasculeException COORDINATOR_REFUSED where the coordinator knows no job of it
     */
    public void follow(String run, Follower follower) throws InterruptedException {
        Set<JobId> over = new HashSet<>();
        Set<AttemptKey> kept = new HashSet<>();
        long since = 0;
        while (true) {
            ToSubmitter.Changed changed = asking.ask(new FromSubmitter.Jobs(run, since), ToSubmitter.Changed.class);
            if (changed.total() == 0) {
                throw new BasculeException(
                        ErrorCode.COORDINATOR_REFUSED, "the coordinator knows no jobs of the run %s".formatted(run));
            }
            since = changed.moment();
            for (JobStatus job : changed.jobs()) {
                follower.changed(job);
                for (AttemptStatus attempt : job.kept()) {
                    if (kept.add(new AttemptKey(job.id(), attempt.number()))) {
                        // Where it was deleted meanwhile the attempt is still told, and the job's own result counts.
                        result(job, attempt, document -> follower.kept(job, attempt, document), why -> {});
                    }
                }
                if (job.state().isOver() && over.add(job.id())) {
                    Optional<AttemptStatus> accepted = job.accepted();
                    if (accepted.isPresent()) {
                        result(
                                job,
                                accepted.orElseThrow(),
                                document -> follower.done(job, document),
                                why -> follower.gone(job, why));
                    }
                }
            }
            if (!changed.more() && (over.size() >= changed.total() || !follower.goesOn())) {
                return;
            }
            if (asking.restarted()) {
                since = 0; // A coordinator that was started anew counts anew.
            } else if (!changed.more()) {
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    private void result(JobStatus job, AttemptStatus attempt, Consumer<byte[]> taker, Consumer<Failure> gone)
            throws InterruptedException {
        byte[] document;
        try {
            document = result(job.id(), attempt.number());
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.COORDINATOR_REFUSED) {
                throw e;
            }
            gone.accept(e.failure());
            return;
        }
        taker.accept(document);
    }

    /** All jobs of a run as they are now, in the order of their numbers. */
    public List<JobStatus> jobs(String run) throws InterruptedException {
        Map<JobId, JobStatus> jobs = new LinkedHashMap<>();
        ToSubmitter.Changed changed = asking.ask(new FromSubmitter.Jobs(run, 0), ToSubmitter.Changed.class);
        changed.jobs().forEach(job -> jobs.put(job.id(), job));
        while (changed.more()) {
            changed = asking.ask(new FromSubmitter.Jobs(run, changed.moment()), ToSubmitter.Changed.class);
            changed.jobs().forEach(job -> jobs.put(job.id(), job));
        }
        List<JobStatus> sorted = new ArrayList<>(jobs.values());
        sorted.sort(Comparator.comparing(JobStatus::number));
        return sorted;
    }

    /**
     * The document of an attempt.
     *
     * @throws BasculeException COORDINATOR_REFUSED where there is none
     */
    public byte[] result(JobId job, int attempt) throws InterruptedException {
        return asking.document(new FromSubmitter.Result(job, attempt));
    }

    /**
     * Tells an attempt that is under way something, and waits for what it says to that.
     *
     * @param number from 1, higher each time
     * @throws BasculeException COORDINATOR_REFUSED where it may not be told that; COORDINATOR_UNREACHABLE where there is no answer in that time; what
     *     the attempt ended by
     */
    public byte[] tell(AttemptKey key, long number, byte[] frame, Duration within) throws InterruptedException {
        return asking.tell(new FromSubmitter.Tell(key.job(), key.attempt(), number), frame, within);
    }

    /**
     * Has an attempt that this submitter talks to know that it is there: where nothing else is told it for long, it takes it for gone otherwise.
     *
     * @throws BasculeException COORDINATOR_UNREACHABLE where the coordinator does not answer in that time; what the attempt ended by
     */
    public void keep(AttemptKey key, Duration within) throws InterruptedException {
        asking.ask(new FromSubmitter.Keep(key.job(), key.attempt()), ToSubmitter.Fine.class, within);
    }

    /** What becomes of a job that waits; empty where it does not, or is of somebody else. */
    public Optional<Prospect> explain(JobId job) throws InterruptedException {
        return asking.ask(new FromSubmitter.Explain(job), ToSubmitter.Explained.class)
                .prospect();
    }

    /**
     * Cancels those of a run's jobs that are not over.
     *
     * @throws BasculeException COORDINATOR_UNREACHABLE where it cannot be told within a few seconds
     */
    public void cancel(String run) throws InterruptedException {
        asking.ask(new FromSubmitter.Cancel(run), ToSubmitter.Fine.class, CANCEL_WITHIN);
    }

    /** Runs of this submitter. */
    public RunList runs() throws InterruptedException {
        return asking.ask(new FromSubmitter.Runs(), ToSubmitter.Runs.class).runs();
    }

    /**
     * Some of a run's jobs as they are now, in the order of their numbers.
     *
     * @param states of those that are wanted; none for all
     * @param from how many of these are left out at the beginning
     */
    public RunPart part(String run, Set<JobState> states, int from, int count) throws InterruptedException {
        return asking.ask(new FromSubmitter.Part(run, states, from, count), ToSubmitter.Some.class)
                .part();
    }

    /** A job as it is now; empty where there is none of this submitter. */
    public Optional<JobStatus> job(JobId id) throws InterruptedException {
        return asking.ask(new FromSubmitter.Job(id), ToSubmitter.One.class).job();
    }

    public List<WorkerStatus> workers() throws InterruptedException {
        return asking.ask(new FromSubmitter.Workers(), ToSubmitter.Pool.class).workers();
    }

    @Override
    public void close() {
        asking.close();
    }
}
