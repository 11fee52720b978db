package dev.bascule.bridge.dashboard.job;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.time.GracePeriod;
import dev.bascule.reports.history.History;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs one after the other: two at once would disturb each other's times. The newest jobs are kept in memory, and when
 * they are over in an archive; what they measured is in the history. Thread-safe.
 */
public final class JobQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobQueue.class);
    private static final int WAITING = 50;
    private static final int KEPT = 200;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

    private final RunStarter starter;
    private final History history;
    private final EventJournal journal;
    private final Clock clock;
    private final GracePeriod gracePeriod;
    private final JobArchive archive;
    private final Map<String, RunningJob> jobs = new LinkedHashMap<>();
    private final Deque<RunningJob> waiting = new ArrayDeque<>();
    private final Semaphore machine = new Semaphore(1, true);
    private final Thread worker = new Thread(this::work, "dashboard-jobs");
    private Optional<RunningJob> running = Optional.empty();
    /**
     * The running job while an interrupt stops its measuring; later it would strike the writing. It has one interrupt: a second
     * would strike the ending of its processes, and cost all that was measured.
     */
    private Optional<RunningJob> measuring = Optional.empty();

    private boolean closing;
    private volatile LongSupplier reads = () -> 0;

    /**
     * @param history what is measured goes there
     * @param limit how long a job that is running may take to write down what it has when the queue is closed
     */
    public JobQueue(RunStarter starter, History history, EventJournal journal, Clock clock, Duration limit) {
        this(starter, history, journal, clock, limit, JobArchive.none());
    }

    /** @param archive the jobs of earlier servers; those of this one are added when they are over */
    public JobQueue(
            RunStarter starter,
            History history,
            EventJournal journal,
            Clock clock,
            Duration limit,
            JobArchive archive) {
        this.archive = archive;
        this.starter = starter;
        this.history = history;
        this.journal = journal;
        this.clock = clock;
        this.gracePeriod = new GracePeriod(limit);
        worker.setDaemon(true);
        worker.start();
    }

    /** Takes a job in, if it makes sense. */
    public JobSnapshot add(JobRequest request, String by) {
        RunStarter.Work work = starter.check(request);
        RunningJob job = new RunningJob(by, request, work, journal, clock, archive);
        synchronized (this) {
            if (closing || waiting.size() >= WAITING) {
                throw Problem.later(
                        ProblemType.TOO_BUSY,
                        closing ? "the server is going down" : "%d jobs are waiting already".formatted(waiting.size()),
                        RETRY_AFTER);
            }
            jobs.put(job.id(), job);
            forgetOld();
            job.queued();
            waiting.addLast(job);
            notifyAll();
        }
        return job.summary();
    }

    /** What a job would come to, without one being made. */
    public RunStarter.Plan check(JobRequest request) {
        return starter.check(request).plan();
    }

    /** The jobs, the newest first. */
    public synchronized List<JobSnapshot> all() {
        List<JobSnapshot> all = new ArrayList<>();
        jobs.values().forEach(job -> all.add(0, job.summary()));
        all.addAll(archive.earlier());
        return all.subList(0, Math.min(KEPT, all.size()));
    }

    /** A job with all that is known of it: of one of an earlier server its cells and its log are no longer. */
    public JobSnapshot.Detail find(String id) {
        return archive.find(id).map(this::ofEarlier).orElseGet(() -> job(id).detail());
    }

    private JobSnapshot.Detail ofEarlier(JobSnapshot job) {
        String text = "this was a job of an earlier server, which kept no more of it than this"
                + job.run().map(run -> "; its cells are those of run " + run).orElse("");
        JobSnapshot.LogLine line = new JobSnapshot.LogLine(job.finishedAt().orElse(job.createdAt()), "note", text);
        return new JobSnapshot.Detail(job, List.of(), List.of(), List.of(line), journal.last());
    }

    private synchronized RunningJob job(String id) {
        return Optional.ofNullable(jobs.get(id))
                .orElseThrow(() -> Problem.unknown(
                        "there is no job '%s'".formatted(id), "GET /api/v1/jobs has the ids of all jobs"));
    }

    /** Whether there is such a job that is not over. */
    public synchronized boolean isUnderWay(String id) {
        return Optional.ofNullable(jobs.get(id))
                .map(job -> !job.state().isOver())
                .orElse(false);
    }

    /** Stops a job, or keeps it from beginning. What it measured is kept. */
    public JobSnapshot cancel(String id) {
        archive.find(id).ifPresent(over -> {
            throw Problem.thrown(ProblemType.CONFLICT, "the job %s is over: %s".formatted(id, over.state()));
        });
        RunningJob job = job(id);
        synchronized (this) {
            boolean told = job.isCancelled();
            if (!job.cancel()) {
                throw Problem.thrown(ProblemType.CONFLICT, "the job %s is over: %s".formatted(id, job.state()));
            }
            if (waiting.remove(job)) {
                job.end(stopped());
            } else if (!told && measuring.equals(Optional.of(job))) {
                worker.interrupt();
            }
        }
        return job.summary();
    }

    /** Whether a job or a device of this machine is being measured. */
    public boolean isMachineBusy() {
        return machine.availablePermits() == 0;
    }

    /** What counts the requests that were answered beside a measurement, for the log of the job. */
    public void countReads(LongSupplier counter) {
        reads = counter;
    }

    /** To be held by whoever measures on this machine beside the jobs. */
    public Semaphore machine() {
        return machine;
    }

    /** How many jobs wait, and how many run. */
    public synchronized Load load() {
        return new Load(running.isPresent() ? 1 : 0, waiting.size());
    }

    public record Load(int running, int queued) {}

    private void forgetOld() {
        var oldest = jobs.values().iterator();
        int excess = jobs.size() - KEPT;
        while (excess > 0 && oldest.hasNext()) {
            if (oldest.next().state().isOver()) {
                oldest.remove();
                excess--;
            }
        }
    }

    private void work() {
        for (Optional<RunningJob> job = next(); job.isPresent(); job = next()) {
            run(job.get());
            synchronized (this) {
                running = Optional.empty();
            }
        }
    }

    private synchronized Optional<RunningJob> next() {
        while (waiting.isEmpty() && !closing) {
            try {
                wait();
            } catch (InterruptedException nobodyDoes) {
                LOG.debug("the jobs' thread was interrupted while there was no job");
            }
        }
        if (closing) {
            return Optional.empty();
        }
        running = Optional.of(waiting.removeFirst());
        measuring = running;
        return running;
    }

    private RunRecord measure(RunningJob job) throws InterruptedException {
        try {
            if (!machine.tryAcquire()) {
                job.phase("waiting: a device of this machine is being measured");
                machine.acquire();
            }
            long before = reads.getAsLong();
            try {
                return job.work().run(job);
            } finally {
                machine.release();
                long answered = reads.getAsLong() - before;
                if (answered > 0) {
                    job.note("requests for data that the dashboard answered meanwhile, one at a time: %d"
                            .formatted(answered));
                }
            }
        } finally {
            synchronized (this) {
                measuring = Optional.empty();
                // Writing does not go with a pending interrupt; the record remembers it.
                Thread.interrupted();
            }
        }
    }

    private void run(RunningJob job) {
        job.begin();
        try {
            keep(job, measure(job));
        } catch (InterruptedException stop) {
            job.end(stopped());
        } catch (RunAbortedException e) {
            broken(job, e);
        } catch (BasculeException e) {
            fail(job, e.failure(), e);
        } catch (RuntimeException | Error e) {
            // One job's death, out of memory included, must not take the queue along.
            fail(job, Failure.of(ErrorCode.INTERNAL_ERROR, "the job died: " + e), e);
        }
    }

    /** What it had measured is kept, and the job has failed all the same. */
    private void broken(RunningJob job, RunAbortedException end) {
        RunRecord kept = end.kept();
        Failure failure = end.reason() instanceof BasculeException known
                ? known.failure()
                : Failure.of(ErrorCode.INTERNAL_ERROR, "the job died: " + end.reason());
        try {
            history.append(kept);
            job.work().report(kept);
            failure = new Failure(
                    failure.code(),
                    "%s; what was measured before is kept as run %s".formatted(failure.message(), kept.id()),
                    failure.remedies());
        } catch (RuntimeException | Error e) {
            end.reason().addSuppressed(e);
        }
        fail(job, failure, end.reason());
    }

    /** In the history, and in files: what took hours to measure must not hang on the one being writable. */
    private void keep(RunningJob job, RunRecord record) {
        try {
            history.append(record);
        } catch (RuntimeException | Error e) {
            LOG.warn("the run of job {} is not in the history", job.id(), e);
            job.lost(unkept(job, record, e));
            return;
        }
        job.end(record);
        job.work().report(record);
    }

    private static Failure unkept(RunningJob job, RunRecord record, Throwable cause) {
        Failure why = cause instanceof BasculeException known
                ? known.failure()
                : Failure.of(ErrorCode.INTERNAL_ERROR, cause.toString());
        String trouble = "the history did not take the run: " + why.message();
        try {
            String file = job.work().report(record);
            List<String> remedies = new ArrayList<>(List.of("what was measured is in " + file));
            remedies.addAll(why.remedies());
            return new Failure(why.code(), "%s; all of it is in %s".formatted(trouble, file), remedies);
        } catch (RuntimeException | Error e) {
            LOG.warn("the reports of job {} cannot be written either", job.id(), e);
            return new Failure(
                    why.code(), "%s; nor can its reports be written: %s".formatted(trouble, e), why.remedies());
        }
    }

    private static void fail(RunningJob job, Failure failure, Throwable cause) {
        if (cause instanceof BasculeException) {
            LOG.info("job {} failed: {}", job.id(), failure.message());
        } else {
            LOG.warn("job {} failed", job.id(), cause);
        }
        if (!job.state().isOver()) {
            job.end(failure);
        } else {
            job.note(failure.message());
        }
    }

    private static Failure stopped() {
        return Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before anything was measured");
    }

    /** Lets nothing more begin, and stops what runs, without waiting for it. */
    public synchronized void stop() {
        closing = true;
        waiting.forEach(job -> {
            job.cancel();
            job.end(stopped());
        });
        waiting.clear();
        measuring.ifPresent(job -> {
            boolean told = job.isCancelled();
            job.cancel();
            if (!told) {
                worker.interrupt();
            }
        });
        notifyAll();
    }

    /** {@linkplain #stop Stops}, and waits until what ran has written what it has. */
    @Override
    public void close() {
        stop();
        boolean interrupted = Thread.interrupted();
        boolean ended = false;
        try {
            ended = gracePeriod.await(this::hasEnded);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (!ended) {
            LOG.warn("a job does not end");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasEnded(long millis) throws InterruptedException {
        worker.join(millis);
        return !worker.isAlive();
    }
}
