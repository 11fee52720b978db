package dev.bascule.bridge.dashboard.queue;

import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Standing;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A server that shows no pool. Stateless. */
final class NoPool implements WorkerPool {
    @Override
    public Standing standing() {
        return new Standing(
                PoolFacts.Kind.NONE, Optional.empty(), PoolFacts.State.UP, Optional.empty(), Optional.empty());
    }

    @Override
    public List<Worker> workers() {
        return List.of();
    }

    @Override
    public Runs runs() {
        return new Runs(List.of(), 0);
    }

    @Override
    public Optional<PoolRun> run(String id) {
        return Optional.empty();
    }

    @Override
    public Part jobs(String run, Set<JobStanding> states, int from, int count) {
        return new Part(List.of(), 0);
    }

    @Override
    public Optional<PoolJob> job(String run, int number) {
        return Optional.empty();
    }

    @Override
    public Optional<Outlook> outlook(PoolJob job) {
        return Optional.empty();
    }

    @Override
    public void cancel(String run) {
        throw new IllegalStateException("there is no run without a pool");
    }

    @Override
    public void listen(Runnable changed) {
        // Nothing ever changes.
    }
}
