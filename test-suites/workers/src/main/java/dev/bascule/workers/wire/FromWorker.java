package dev.bascule.workers.wire;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.Inventory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

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

    /**
     * What its sensors say; said only where it has any, and once with no figure where they fell silent.
     *
     * @param watts drawn while it works
     * @param headroomCelsius until it throttles; below 0 where it does
     */
    record Senses(String incarnation, Optional<Double> watts, Optional<Double> headroomCelsius) implements FromWorker {
        public Senses {
            Condition said = new Condition(figure(watts), figure(headroomCelsius));
            if (!said.credible().equals(said)) {
                throw new IllegalArgumentException("no machine is so");
            }
        }

        public Condition condition() {
            return new Condition(figure(watts), figure(headroomCelsius));
        }

        private static OptionalDouble figure(Optional<Double> known) {
            return known.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
        }
    }

    /**
     * What it keeps from one job to the next; said where it is another than before.
     *
     * @param kept in the words of {@link dev.bascule.workers.job.JobRequest#warmth}
     */
    record Warm(String incarnation, Set<String> kept) implements FromWorker {
        private static final int MOST = 100;

        public Warm {
            kept = Set.copyOf(kept);
            if (kept.size() > MOST || kept.stream().anyMatch(one -> one.length() > MOST)) {
                throw new IllegalArgumentException("a worker keeps no more than %d things".formatted(MOST));
            }
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

    /** What an attempt says to what it was told, as the message's body. */
    record Said(String incarnation, JobId job, int attempt, long number) implements FromWorker {}

    /** Goes. */
    record Leave(String incarnation) implements FromWorker {}

    private static List<AttemptKey> few(List<AttemptKey> holds) {
        if (holds.size() > MOST_HOLDS) {
            throw new IllegalArgumentException("a worker holds at most %d jobs".formatted(MOST_HOLDS));
        }
        return List.copyOf(holds);
    }
}
