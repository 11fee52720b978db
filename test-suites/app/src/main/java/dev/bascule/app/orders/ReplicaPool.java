package dev.bascule.app.orders;

import dev.bascule.scheduling.job.Requirement;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A pool of workers that replicas are jobs of. Immutable.
 *
 * @param connect a connection of its own for whoever asks, who closes it; thread-safe
 * @param where what is asked of each worker
 * @param patience for a worker that takes a replica
 * @param address of the pool as a person types it, without its token
 */
public record ReplicaPool(Supplier<JobPool> connect, Requirement where, Duration patience, String address) {}
