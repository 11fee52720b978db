package dev.bascule.workers.ledger;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import java.time.Instant;
import java.util.Optional;

/**
 * A worker, as anybody may see it. Immutable.
 *
 * @param inventory empty where it never joined
 * @param state {@code invited}, {@code idle}, {@code busy}, {@code lost}, {@code left}, {@code revoked} or {@code awaited}: it joined before the
 *     coordinator started, and has not come back since
 * @param heard when it was last heard of, by the coordinator's clock
 * @param job what it does now
 */
public record WorkerStatus(
        WorkerId id, String state, Optional<Inventory> inventory, Optional<Instant> heard, Optional<JobId> job) {}
