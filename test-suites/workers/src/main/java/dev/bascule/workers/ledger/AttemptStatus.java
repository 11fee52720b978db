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
 * @param hardware the worker's class of hardware
 * @param product the worker's version of Bascule
 * @param policy what placed it there
 * @param because why it was placed there
 * @param took from the beginning of the work to its end, by the worker's clock; empty where it did not say
 * @param failure why it failed or was lost; of one that is done, why cells of it failed for a reason of the hardware
 * @param result SHA-256 of the document where it is {@link AttemptState#DONE}, or where it failed with cells that failed for a
 *     reason of the hardware, and the job was tried on other hardware
 */
public record AttemptStatus(
        int number,
        WorkerId worker,
        String hardware,
        String product,
        AttemptState state,
        String policy,
        String because,
        Instant placed,
        Optional<Instant> began,
        Optional<Instant> ended,
        Optional<Duration> took,
        Optional<Failure> failure,
        Optional<String> result) {

    /** One that begins now. */
    public AttemptStatus running(Instant now) {
        return new AttemptStatus(
                number,
                worker,
                hardware,
                product,
                AttemptState.RUNNING,
                policy,
                because,
                placed,
                Optional.of(now),
                ended,
                took,
                failure,
                result);
    }

    /** One that is over now. */
    public AttemptStatus over(
            AttemptState how, Instant now, Optional<Duration> time, Optional<Failure> why, Optional<String> document) {
        return new AttemptStatus(
                number,
                worker,
                hardware,
                product,
                how,
                policy,
                because,
                placed,
                began,
                Optional.of(now),
                time,
                why,
                document);
    }
}
