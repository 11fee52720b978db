package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.format.Figures;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Gives the jobs of a run, or of one run after the other, to a pool of workers, and brings back what came of them. What no worker
 * can do is not given away. For one thread.
 */
public final class PooledJobs {
    static final Set<String> THERE = Set.of("idle", "busy");
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int SHOWN = 6;

    private final JobPool pool;
    private final Duration wait;
    private final String address;
    private final LongSupplier nanos;
    /** What is left of the wait: there is one, whatever it is waited for, until something came. */
    private Duration left;

    /**
     * @param wait for a worker that meets a requirement which none meets
     * @param address of the pool as a person types it, without its token
     */
    public PooledJobs(JobPool pool, Duration wait, String address) {
        this(pool, wait, address, System::nanoTime);
    }

    /** @param nanos a clock that is never set */
    PooledJobs(JobPool pool, Duration wait, String address, LongSupplier nanos) {
        this.pool = pool;
        this.wait = wait;
        this.address = address;
        this.nanos = nanos;
        this.left = wait;
    }

    /** Hears how jobs get on. Called from the thread that runs them. */
    public interface Listener {
        /** In a sentence. */
        void say(String what);

        /** All were given to the pool; in a sentence, with how to look at them. */
        void sent(String what);

        /** One is done. */
        void done(JobsOutcome.Done job);

        /** Whether to go on; asked after each look. Where not, what is not over is cancelled and lost. */
        default boolean goesOn() {
            return true;
        }
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
            if (!following.isEmpty()) {
                left = wait;
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
            listener.sent("run %s: %s sent; see them with: bascule queue %s --on %s"
                    .formatted(run, Figures.counted(following.requests().size(), "job"), run, address));
            pool.follow(run, following.until(() -> listener.goesOn() && stalled.goesOn(this::there)));
            if (stalled.isOver()) {
                cancel(run, listener);
            } else if (following.open() > 0 && !listener.goesOn()) {
                cancel(run, listener);
                following.lose(job -> Failure.of(ErrorCode.RUN_INTERRUPTED, "it was cancelled, as the time is over"));
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

    /**
     * What the workers that are there can. Waits for the first of them.
     *
     * @param talk is told in a sentence where it waits
     */
    public List<Inventory> inventories(Consumer<String> talk) throws InterruptedException {
        List<WorkerStatus> there = awaited(
                some -> !some.isEmpty(),
                none -> talk.accept("no worker is there; waiting %d s for one".formatted(left.toSeconds())));
        return there.stream().map(PooledJobs::inventory).toList();
    }

    /**
     * Who is there, once they will do or the wait is over.
     *
     * @param told hears once of those who do not do, where anything is left to wait
     */
    private List<WorkerStatus> awaited(Predicate<List<WorkerStatus>> will, Consumer<List<WorkerStatus>> told)
            throws InterruptedException {
        List<WorkerStatus> there = there();
        if (!will.test(there) && !left.isZero()) {
            told.accept(there);
        }
        while (!will.test(there) && !left.isZero()) {
            Duration next = left.compareTo(LOOK) < 0 ? left : LOOK;
            Thread.sleep(next.toMillis());
            left = left.minus(next);
            there = there();
        }
        return there;
    }

    private List<WorkerStatus> there() throws InterruptedException {
        return pool.workers().stream()
                .filter(worker -> THERE.contains(worker.state()))
                .filter(worker -> worker.inventory().isPresent())
                .toList();
    }

    private Map<JobId, PoolJob> matched(List<PoolJob> jobs, List<JobsOutcome.Lost> lost, Listener listener)
            throws InterruptedException {
        List<WorkerStatus> there = awaited(
                some -> jobs.stream().allMatch(job -> isPossible(job, some)),
                few -> listener.say(
                        "%d of %d jobs can be done by none of the %d workers there; waiting %d s for another"
                                .formatted(
                                        jobs.stream()
                                                .filter(job -> !isPossible(job, few))
                                                .count(),
                                        jobs.size(),
                                        few.size(),
                                        left.toSeconds())));
        Map<JobId, PoolJob> possible = new LinkedHashMap<>();
        for (PoolJob job : jobs) {
            if (isPossible(job, there)) {
                possible.putIfAbsent(job.request().id(), job);
            } else {
                lost.add(JobsOutcome.Lost.unmet(job, unmet(job, there)));
            }
        }
        return possible;
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
