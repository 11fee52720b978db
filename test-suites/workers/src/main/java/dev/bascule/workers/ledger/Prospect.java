package dev.bascule.workers.ledger;

import dev.bascule.scheduling.explain.Explanation;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerId;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a job that waits, as of one moment. Immutable.
 *
 * @param state one sentence, without its full stop
 * @param workers all that are there, those that can do it first, the quickest before the others
 */
public record Prospect(String state, List<OfWorker> workers) {
    public Prospect {
        workers = List.copyOf(workers);
    }

    /**
     * What one worker is to the job.
     *
     * @param able whether it can do it, as far as is known
     * @param time how long it takes there; empty where it cannot run there, or nobody knows
     * @param text how long it takes there and when that is free, or what it lacks
     */
    public record OfWorker(WorkerId worker, boolean able, Optional<ServiceTime.Known> time, String text) {}

    /** What a policy's explanation says. */
    public static Prospect of(Explanation told) {
        return new Prospect(
                told.state(),
                told.workers().stream()
                        .map(line -> new OfWorker(
                                line.worker(),
                                line.able(),
                                line.time()
                                        .filter(ServiceTime.Known.class::isInstance)
                                        .map(ServiceTime.Known.class::cast),
                                line.text()))
                        .toList());
    }
}
