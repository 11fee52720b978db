package dev.bascule.app.orders;

import dev.bascule.workers.ledger.WorkerStatus;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Notices when jobs that were given away can be done by no worker any more, and gives them up after a while. For one thread. */
final class Stalled {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final JobsFollower following;
    private final Duration wait;
    private final LongSupplier nanos;
    private final PooledJobs.Listener listener;
    private OptionalLong looked = OptionalLong.empty();
    private OptionalLong since = OptionalLong.empty();
    private boolean over;

    /** Who is there now. */
    interface Workers {
        List<WorkerStatus> there() throws InterruptedException;
    }

    /** @param wait for a worker that can */
    Stalled(JobsFollower following, Duration wait, LongSupplier nanos, PooledJobs.Listener listener) {
        this.following = following;
        this.wait = wait;
        this.nanos = nanos;
        this.listener = listener;
    }

    /** Whether what was open has been given up. */
    boolean isOver() {
        return over;
    }

    boolean goesOn(Workers workers) throws InterruptedException {
        long now = nanos.getAsLong();
        if (looked.isPresent() && now - looked.getAsLong() < EVERY.toNanos()) {
            return true;
        }
        looked = OptionalLong.of(now);
        List<PoolJob> waiting = following.waiting();
        if (waiting.isEmpty() || waiting.size() < following.open()) {
            since = OptionalLong.empty();
            return true;
        }
        List<WorkerStatus> there = workers.there();
        if (waiting.stream().anyMatch(job -> PooledJobs.isPossible(job, there))) {
            since = OptionalLong.empty();
            return true;
        }
        if (since.isEmpty()) {
            since = OptionalLong.of(now);
            listener.say("%d jobs wait: %s; waiting %d s for another"
                    .formatted(
                            waiting.size(),
                            PooledJobs.unmet(waiting.get(0), there).message(),
                            wait.toSeconds()));
        }
        over = Duration.ofNanos(now - since.getAsLong()).compareTo(wait) >= 0;
        if (over) {
            following.loseUnmet(job -> PooledJobs.unmet(job, there));
        }
        return !over;
    }
}
