package dev.bascule.app.orders;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** @param wait for a worker that meets a requirement which none meets */
    public PooledJobs(JobPool pool, Duration wait) {
        this.pool = pool;
        this.wait = wait;
    }

    /** Hears how jobs get on. Called from the thread that runs them. */
    public interface Listener {
        /** In a sentence. */
        void say(String what);

        /** One is done. */
        void done(JobsOutcome.Done job);
    }

    /** Until each is over. An interrupt cancels the rest, and is told in the outcome; the thread's flag is cleared. */
    public JobsOutcome run(String run, List<PoolJob> jobs, Listener listener) {
        List<JobsOutcome.Done> done = new ArrayList<>();
        List<JobsOutcome.Lost> lost = new ArrayList<>();
        try {
            Map<JobId, PoolJob> given = matched(jobs, lost, listener);
            if (!given.isEmpty()) {
                Map<String, Path> files = new HashMap<>();
                given.values().forEach(job -> files.putAll(job.files()));
                pool.submit(given.values().stream().map(PoolJob::request).toList(), files);
                pool.follow(run, new Following(given, done, lost, listener));
            }
            return new JobsOutcome(done, lost, false);
        } catch (InterruptedException e) {
            Thread.interrupted();
            cancel(run, listener);
            return new JobsOutcome(done, lost, true);
        }
    }

    private void cancel(String run, Listener listener) {
        try {
            pool.cancel(run);
        } catch (InterruptedException | RuntimeException e) {
            listener.say("the jobs could not be cancelled: " + e.getMessage());
        }
    }

    /** What the workers that are there can. */
    public List<Inventory> inventories() throws InterruptedException {
        return there().stream().map(PooledJobs::inventory).toList();
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
            Predicate<PoolJob> possible = job -> there.stream()
                    .anyMatch(worker ->
                            job.request().where().lacking(inventory(worker)).isEmpty());
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

    private static Inventory inventory(WorkerStatus worker) {
        return worker.inventory().orElseThrow();
    }

    /** Which requirement which worker misses. */
    private static Failure unmet(PoolJob job, List<WorkerStatus> there) {
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

    private record Following(
            Map<JobId, PoolJob> given, List<JobsOutcome.Done> done, List<JobsOutcome.Lost> lost, Listener listener)
            implements PoolClient.Follower {

        @Override
        public void changed(JobStatus status) {
            Optional<PoolJob> job = Optional.ofNullable(given.get(status.id()));
            if (status.state() == JobState.FAILED || status.state() == JobState.CANCELLED) {
                Failure why = status.failure()
                        .orElseGet(() -> Failure.of(ErrorCode.RUN_INTERRUPTED, "the job was cancelled"));
                job.filter(known -> lost.stream().noneMatch(one -> one.job().equals(known)))
                        .ifPresent(known -> lost.add(new JobsOutcome.Lost(known, why)));
            } else if (status.attempts().size() > 1 && status.state() == JobState.WAITING) {
                job.ifPresent(known -> listener.say("%s is tried again".formatted(known.what())));
            }
        }

        @Override
        public void done(JobStatus status, byte[] document) {
            Optional.ofNullable(given.get(status.id())).ifPresent(job -> {
                JobsOutcome.Done one = new JobsOutcome.Done(job, status, document);
                done.add(one);
                listener.done(one);
            });
        }
    }
}
