package dev.bascule.workers.ledger;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One try of a job. Immutable. Instants are the coordinator's; {@code took} is the worker's own.
 *
 * @param number from 1
 * @param because why it was placed there
 * @param hardware the worker's class of hardware
 * @param took from the beginning of the work to its end, by the worker's clock; empty where it did not say
 * @param failure where it failed or was lost
 * @param result SHA-256 of the document where it is {@link AttemptState#DONE}
 */
public record AttemptStatus(
        int number,
        WorkerId worker,
        String hardware,
        AttemptState state,
        String because,
        Instant placed,
        Optional<Instant> began,
        Optional<Instant> ended,
        Optional<Duration> took,
        Optional<Failure> failure,
        Optional<String> result) {}
