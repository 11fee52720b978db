package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Waits until a worker has begun a job that was submitted. For one thread. */
final class ReplicaSeat {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final JobPool pool;
    private final Duration patience;
    private final BooleanSupplier given;

    /** Who does it. */
    sealed interface Found {}

    /** @param worker by its id */
    record Taken(AttemptKey attempt, String worker) implements Found {}

    /** Nobody began it in time. */
    record Nobody(Failure why) implements Found {}

    /** @param given whether it was given up meanwhile */
    ReplicaSeat(JobPool pool, Duration patience, BooleanSupplier given) {
        this.pool = pool;
        this.patience = patience;
        this.given = given;
    }

    /** @throws BasculeException where its job ended before, or was given up */
    Found await(PoolJob job) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            JobStatus status = pool.job(job.request().id())
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.COORDINATOR_REFUSED, "the coordinator does not know the job any more"));
            Optional<AttemptStatus> running = status.attempts().stream()
                    .filter(one -> one.state() == AttemptState.RUNNING)
                    .findFirst();
            if (running.isPresent()) {
                AttemptStatus one = running.orElseThrow();
                return new Taken(
                        new AttemptKey(status.id(), one.number()), one.worker().value());
            }
            if (status.state().isOver() || given.getAsBoolean()) {
                throw Words.error(status.failure()
                        .orElseGet(() -> Failure.of(ErrorCode.RUN_INTERRUPTED, "the job was cancelled")));
            }
            if (System.nanoTime() > until) {
                return new Nobody(why(job, status));
            }
            Thread.sleep(LOOK.toMillis());
        }
    }

    private Failure why(PoolJob job, JobStatus status) throws InterruptedException {
        List<WorkerStatus> there = pool.workers().stream()
                .filter(worker -> PooledJobs.THERE.contains(worker.state()))
                .filter(worker -> worker.inventory().isPresent())
                .toList();
        return PooledJobs.isPossible(job, there)
                ? Failure.of(
                        ErrorCode.NOTHING_RAN,
                        "no worker took it within %d s: %s"
                                .formatted(
                                        patience.toSeconds(),
                                        status.waits().orElse("it was given to one, which did not begin")),
                        "join a worker for each replica, or wait longer: --wait TIME")
                : PooledJobs.unmet(job, there);
    }
}
