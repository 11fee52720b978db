package dev.bascule.workers.ledger;

import dev.bascule.scheduling.worker.WorkerId;
import java.util.List;

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
     * @param text how long it takes there and when that is free, or what it lacks
     */
    public record OfWorker(WorkerId worker, boolean able, String text) {}
}
