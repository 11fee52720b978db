package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.ledger.WorkerStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Gives a run's jobs to a pool of workers, and brings back what came of them. What no worker can do is not given away. Belongs to
 * one run.
 */
public final class PooledJobs {
    private static final Set<String> THERE = Set.of("idle", "busy");
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int SHOWN = 6;

    private final JobPool pool;
    private final Duration wait;
    private final LongSupplier nanos;

    /** @param wait for a worker that meets a requirement which none meets */
    public PooledJobs(JobPool pool, Duration wait) {
        this(pool, wait, System::nanoTime);
    }

    /** @param nanos a clock that is never set */
    PooledJobs(JobPool pool, Duration wait, LongSupplier nanos) {
        this.pool = pool;
        this.wait = wait;
        this.nanos = nanos;
    }

    /** Hears how jobs get on. Called from the thread that runs them. */
    public interface Listener {
        /** In a sentence. */
        void say(String what);

        /** One is done. */
        void done(JobsOutcome.Done job);
    }

    /**
     * Until each is over. An interrupt cancels the rest, and is told in the outcome; the thread's flag is cleared. Where the pool
     * fails after something came, the rest is cancelled and lost.
     *
     * @throws dev.bascule.fallback.error.BasculeException where it fails before anything came
     */
    public JobsOutcome run(String run, List<PoolJob> jobs, Listener listener) {
        List<JobsOutcome.Lost> lost = new ArrayList<>();
        JobsFollower following = new JobsFollower(Map.of(), listener);
        try {
            Map<JobId, PoolJob> given = matched(jobs, lost, listener);
            if (!given.isEmpty()) {
                Map<String, Path> files = new HashMap<>();
                given.values().forEach(job -> files.putAll(job.files()));
                following = new JobsFollower(given, listener);
                follow(run, following, files, listener);
            }
            return following.outcome(lost, false);
        } catch (InterruptedException e) {
            Thread.interrupted();
            cancel(run, listener);
            return following.outcome(lost, true);
        }
    }

    private void follow(String run, JobsFollower following, Map<String, Path> files, Listener listener)
            throws InterruptedException {
        Stalled stalled = new Stalled(following, wait, nanos, listener);
        try {
            pool.submit(following.requests(), files);
            pool.follow(run, following.until(() -> stalled.goesOn(this::there)));
            if (stalled.isOver()) {
                cancel(run, listener);
            }
            following.lose(job -> Failure.of(
                    ErrorCode.COORDINATOR_REFUSED, "the coordinator does not say what became of it", "bascule queue"));
        } catch (RuntimeException e) {
            cancel(run, listener);
            if (following.isEmpty()) {
                throw e;
            }
            Failure why = failure(e);
            following.lose(job -> why);
        }
    }

    /** What anyone's exception says. */
    static Failure failure(Throwable e) {
        return e instanceof BasculeException known
                ? known.failure()
                : Failure.of(ErrorCode.INTERNAL_ERROR, "the pool failed: " + e);
    }

    private void cancel(String run, Listener listener) {
        try {
            pool.cancel(run);
        } catch (InterruptedException | RuntimeException e) {
            listener.say("the jobs could not be cancelled: " + e.getMessage());
        }
    }

    /** What the workers that are there can. Waits for the first of them. */
    public List<Inventory> inventories() throws InterruptedException {
        Duration waited = Duration.ZERO;
        List<WorkerStatus> there = there();
        while (there.isEmpty() && waited.compareTo(wait) < 0) {
            Duration next = wait.minus(waited).compareTo(LOOK) < 0 ? wait.minus(waited) : LOOK;
            Thread.sleep(next.toMillis());
            waited = waited.plus(next);
            there = there();
        }
        return there.stream().map(PooledJobs::inventory).toList();
    }

    private List<WorkerStatus> there() throws InterruptedException {
        return pool.workers().stream()
                .filter(worker -> THERE.contains(worker.state()))
                .filter(worker -> worker.inventory().isPresent())
                .toList();
    }

    private Map<JobId, PoolJob> matched(List<PoolJob> jobs, List<JobsOutcome.Lost> lost, Listener listener)
            throws InterruptedException {
        Duration waited = Duration.ZERO;
        boolean told = false;
        while (true) {
            List<WorkerStatus> there = there();
            Predicate<PoolJob> possible = job -> isPossible(job, there);
            boolean all = jobs.stream().allMatch(possible);
            if (all || waited.compareTo(wait) >= 0) {
                jobs.stream()
                        .filter(possible.negate())
                        .forEach(job -> lost.add(new JobsOutcome.Lost(job, unmet(job, there))));
                return jobs.stream()
                        .filter(possible)
                        .collect(Collectors.toMap(
                                job -> job.request().id(), job -> job, (one, other) -> one, LinkedHashMap::new));
            }
            if (!told) {
                told = true;
                long waiting = jobs.stream().filter(possible.negate()).count();
                listener.say("%d of %d jobs can be done by none of the %d workers there; waiting %d s for another"
                        .formatted(waiting, jobs.size(), there.size(), wait.toSeconds()));
            }
            Duration next = wait.minus(waited).compareTo(LOOK) < 0 ? wait.minus(waited) : LOOK;
            Thread.sleep(next.toMillis());
            waited = waited.plus(next);
        }
    }

    static boolean isPossible(PoolJob job, List<WorkerStatus> there) {
        return there.stream().anyMatch(worker -> job.request().where().metBy(inventory(worker)));
    }

    private static Inventory inventory(WorkerStatus worker) {
        return worker.inventory().orElseThrow();
    }

    /** Which requirement which worker misses. */
    static Failure unmet(PoolJob job, List<WorkerStatus> there) {
        Requirement where = job.request().where();
        String why = there.isEmpty()
                ? "no worker is there"
                : there.stream()
                                .limit(SHOWN)
                                .map(worker -> "%s: %s"
                                        .formatted(worker.id(), String.join(", ", where.lacking(inventory(worker)))))
                                .collect(Collectors.joining("; "))
                        + (there.size() > SHOWN ? "; and %d more".formatted(there.size() - SHOWN) : "");
        return new Failure(
                ErrorCode.NOTHING_RAN,
                "no worker can do it: " + why,
                List.of("bascule worker --join on a machine that has it, or another --where", "bascule queue"));
    }
}
