package dev.bascule.app.orders;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What became of the jobs that were given away. Hands documents on when they come, and keeps none. For one thread. */
final class JobsFollower {
    private final Map<JobId, PoolJob> given;
    private final Map<JobId, PoolJob> open;
    private final List<JobRequest> requests;
    private final PooledJobs.Listener listener;
    private final Map<JobId, JobStatus> last = new LinkedHashMap<>();
    private final List<PoolJob> done = new ArrayList<>();
    private final List<JobsOutcome.Lost> lost = new ArrayList<>();

    /** Whether to go on. */
    interface Until {
        boolean goesOn() throws InterruptedException;
    }

    JobsFollower(Map<JobId, PoolJob> given, PooledJobs.Listener listener) {
        this.given = Map.copyOf(given);
        this.open = new LinkedHashMap<>(given);
        this.requests = given.values().stream().map(PoolJob::request).toList();
        this.listener = listener;
    }

    List<JobRequest> requests() {
        return requests;
    }

    /** Whether nothing came of any. */
    boolean isEmpty() {
        return done.isEmpty();
    }

    /** Those that are not over and that no worker has. */
    List<PoolJob> waiting() {
        return open.values().stream()
                .filter(job -> Optional.ofNullable(last.get(job.request().id()))
                        .filter(status -> status.state() != JobState.WAITING)
                        .isEmpty())
                .toList();
    }

    int open() {
        return open.size();
    }

    /** Gives up what is not over. */
    void lose(Function<PoolJob, Failure> why) {
        loseAs(job -> new JobsOutcome.Lost(job, why.apply(job)));
    }

    /** The same, where no worker that is there can do it. */
    void loseUnmet(Function<PoolJob, Failure> why) {
        loseAs(job -> JobsOutcome.Lost.unmet(job, why.apply(job)));
    }

    private void loseAs(Function<PoolJob, JobsOutcome.Lost> as) {
        open.values().forEach(job -> lost.add(as.apply(job)));
        open.clear();
    }

    /** @param before those that were not given away */
    JobsOutcome outcome(List<JobsOutcome.Lost> before, boolean interrupted) {
        List<JobsOutcome.Lost> all = new ArrayList<>(before);
        all.addAll(lost);
        return new JobsOutcome(done, all, interrupted);
    }

    PoolClient.Follower until(Until until) {
        return new PoolClient.Follower() {
            @Override
            public void changed(JobStatus status) {
                JobsFollower.this.changed(status);
            }

            @Override
            public void done(JobStatus status, byte[] document) {
                take(status).ifPresent(job -> hand(new JobsOutcome.Done(job, status, document)));
            }

            @Override
            public void kept(JobStatus status, AttemptStatus attempt, byte[] document) {
                Optional.ofNullable(given.get(status.id())).ifPresent(job -> keep(job, status, attempt, document));
            }

            @Override
            public void gone(JobStatus status, Failure why) {
                take(status).ifPresent(job -> lost.add(new JobsOutcome.Lost(job, why)));
            }

            @Override
            public boolean goesOn() throws InterruptedException {
                return until.goesOn();
            }
        };
    }

    private void changed(JobStatus status) {
        last.put(status.id(), status);
        if (status.state() == JobState.FAILED || status.state() == JobState.CANCELLED) {
            Failure why =
                    status.failure().orElseGet(() -> Failure.of(ErrorCode.RUN_INTERRUPTED, "the job was cancelled"));
            take(status).ifPresent(job -> lost.add(new JobsOutcome.Lost(job, why)));
        } else if (status.attempts().size() > 1 && status.state() == JobState.WAITING) {
            Optional.ofNullable(open.get(status.id()))
                    .ifPresent(job -> listener.say("%s is tried again".formatted(job.what())));
        }
    }

    private Optional<PoolJob> take(JobStatus status) {
        last.remove(status.id());
        return Optional.ofNullable(open.remove(status.id()));
    }

    /** It stands beside what comes of the job; where it cannot be read, that is told. */
    private void keep(PoolJob job, JobStatus status, AttemptStatus attempt, byte[] document) {
        listener.say("%s failed on %s for a reason of its hardware, and is tried on other hardware; both are kept: %s"
                .formatted(
                        job.what(),
                        attempt.worker(),
                        attempt.failure().map(Failure::message).orElse("")));
        try {
            listener.done(new JobsOutcome.Done(job, status, Optional.of(attempt), document));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            listener.say("what %s sent of it cannot be read: %s".formatted(attempt.worker(), e));
        }
    }

    /** Whatever a worker sent, it costs its own job alone. */
    private void hand(JobsOutcome.Done job) {
        try {
            listener.done(job);
            done.add(job.job());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            lost.add(new JobsOutcome.Lost(
                    job.job(),
                    Failure.of(
                            ErrorCode.RECORD_INVALID,
                            "a worker's result cannot be read: %s".formatted(e),
                            "bascule queue")));
        }
    }
}
