package dev.bascule.workers.wire;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import java.util.List;
import java.util.Optional;

/** What a worker says. Its {@code incarnation} is its process, whichever connection it has. Who says it, the broker tells. */
public sealed interface FromWorker {
    /** Jobs that a worker may say to hold: it does one at a time. */
    int MOST_HOLDS = 8;

    String incarnation();

    /** Comes, or comes back over a new connection. Read leniently: a worker of another version is to be told so. */
    record Hello(int protocol, String product, String incarnation, Inventory inventory, List<AttemptKey> holds)
            implements FromWorker {
        public Hello {
            holds = few(holds);
        }
    }

    /** Lives. */
    record Beat(String incarnation, List<AttemptKey> holds) implements FromWorker {
        public Beat {
            holds = few(holds);
        }
    }

    /** Has all files, and begins. */
    record Began(String incarnation, JobId job, int attempt) implements FromWorker {}

    /**
     * Is done. The document is the message's body where there is no failure.
     *
     * @param tookNanos by the worker's clock
     * @param failure why there is no document
     * @param trouble of a document: why cells of it failed for a reason of the hardware
     */
    record Ended(
            String incarnation,
            JobId job,
            int attempt,
            long tookNanos,
            Optional<Failure> failure,
            Optional<Failure> trouble)
            implements FromWorker {}

    /** Needs a file of its job. */
    record Want(String incarnation, JobId job, int attempt, String sha256) implements FromWorker {}

    /** Goes. */
    record Leave(String incarnation) implements FromWorker {}

    private static List<AttemptKey> few(List<AttemptKey> holds) {
        if (holds.size() > MOST_HOLDS) {
            throw new IllegalArgumentException("a worker holds at most %d jobs".formatted(MOST_HOLDS));
        }
        return List.copyOf(holds);
    }
}
