package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Starts ranks and listens to them. Belongs to one thread. */
public interface RankEngine {
    /** Characters of all that a rank may tell; who tells more is not listened to. */
    int MOST_TOLD = 64 << 20;

    /** What the ranks are run by. */
    Facts facts();

    /** Why there is no such link here. */
    Optional<Failure> refuses(LinkLimit link);

    /** Runs a job to its end; no process of it is left. What goes wrong is in the result. */
    RankRun run(RankJob job, Watcher watcher);

    /**
     * What this machine has.
     *
     * @param python with its path
     * @param backends through which its ranks could talk
     * @param others such as DeepSpeed, Ray or MPI, which are named and not used
     */
    record Facts(String torch, String python, List<String> backends, List<String> others, int processors) {
        /** The only one of the backends by which ranks talk here: it needs no device. */
        public static final String USED = "gloo";

        public Facts {
            backends = List.copyOf(backends);
            others = List.copyOf(others);
        }
    }

    /** Sees each line as it comes, and may do harm. */
    interface Watcher {
        Watcher NONE = (heard, harm) -> {};

        void heard(RankRun.Heard heard, Harm harm);
    }

    /** What a fault does to ranks. */
    interface Harm {
        /** Ends a rank's process at once. */
        void kill(int rank);

        /** Stops a rank's process, which stays as it is; for a time, or for good. */
        void stop(int rank, Optional<Duration> forTime);

        /** Sets a rank's link down; for a time, or for good. The job has links. */
        void unplug(int rank, Optional<Duration> forTime);

        /** By the clock of what is heard. */
        Duration now();
    }
}
