package dev.bascule.studies.replicas;

import java.time.Duration;
import java.util.List;

/**
 * How replicas train together. Immutable.
 *
 * @param steps updates of the run
 * @param exact how many of the first are held against the exact trajectory, and made once more
 * @param every steps between two checkpoints, at which each replica shows the parameters that it has
 * @param seed of initial values and of the order of the data
 * @param patience how long others are waited for once the first gradient of a round is there; so long, too, a round waits for a replica that is started again
 * @param timeout for each answer of a runner
 * @param restarts how often a replica is started again before it is left out
 * @param kills replicas whose process is killed as a step begins: faults that are asked for
 */
public record ReplicaPlan(
        Shards shards,
        int steps,
        int exact,
        int every,
        long seed,
        Duration patience,
        Duration timeout,
        int restarts,
        List<Kill> kills) {
    /** Of a run: each round is told. */
    public static final int MOST_STEPS = 100_000;

    /** @param rank from 0 on */
    public record Kill(int rank, long step) {}

    public ReplicaPlan {
        kills = List.copyOf(kills);
        if (steps < 1 || exact < 1 || every < 1 || restarts < 0) {
            throw new IllegalArgumentException("%d steps, %d exact, every %d".formatted(steps, exact, every));
        }
    }

    /** Steps that are made twice and held against exact losses. */
    int first() {
        return Math.min(exact, steps);
    }

    /** Whether the parameters that a step begins with are those of a checkpoint. */
    boolean isCheckpoint(long step) {
        return (step - 1) % every == 0;
    }
}
