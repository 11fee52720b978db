package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import dev.bascule.bridge.dashboard.queue.WorkerPool.Runs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was seen of a pool last. Immutable.
 *
 * @param asOf when the coordinator answered; empty where it never did
 * @param silent why it does not answer now
 */
record SeenPool(List<Worker> workers, Runs runs, Optional<Instant> asOf, Optional<String> silent) {
    static final SeenPool NOTHING = new SeenPool(List.of(), new Runs(List.of(), 0), Optional.empty(), Optional.empty());

    SeenPool {
        workers = List.copyOf(workers);
    }

    /** Whether a page would show the same; that a worker was heard of again is no change. */
    boolean isAs(SeenPool other) {
        return quiet().equals(other.quiet()) && runs.equals(other.runs) && silent.equals(other.silent);
    }

    /** The same, and that the coordinator does not answer. */
    SeenPool silent(String why) {
        return new SeenPool(workers, runs, asOf, Optional.of(why));
    }

    private List<Worker> quiet() {
        return workers.stream()
                .map(worker ->
                        new Worker(worker.id(), worker.state(), Optional.empty(), worker.job(), worker.machine()))
                .toList();
    }
}
