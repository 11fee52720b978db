package dev.bascule.bridge.dashboard.queue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is told of a pool. Immutable values; instants are the coordinator's. */
public final class PoolFacts {
    private PoolFacts() {}

    /** Whose coordinator it is. */
    public enum Kind {
        NONE,
        /** It runs in this server, which sees everything. */
        OWN,
        /** It runs elsewhere: a submitter's token sees all workers, and the runs of that token alone. */
        ELSEWHERE
    }

    /** Whether the coordinator answers. */
    public enum State {
        UP,
        /** It does not answer now: what is shown is what it said last. */
        UNREACHABLE,
        /** It stopped by itself, for good. */
        ENDED
    }

    /**
     * How the pool stands.
     *
     * @param address without a token; empty where there is no pool
     * @param reason why it does not answer
     * @param asOf when the coordinator answered last; empty where it never did
     */
    public record Standing(
            Kind kind, Optional<String> address, State state, Optional<String> reason, Optional<Instant> asOf) {}

    /** What a worker does. */
    public enum WorkerState {
        INVITED,
        IDLE,
        BUSY,
        LOST,
        /** It joined before the coordinator started, and has not come back since. */
        AWAITED,
        LEFT,
        REVOKED,
        /** The coordinator has a word for it that is not known here. */
        UNKNOWN
    }

    /**
     * A worker.
     *
     * @param heard when it was last heard of
     * @param job what it does now
     * @param machine what it said of itself; empty where it never joined
     */
    public record Worker(
            String id, WorkerState state, Optional<Instant> heard, Optional<JobName> job, Optional<Machine> machine) {}

    /**
     * A job by its id, with its run where that is shown.
     *
     * @param number in the run; empty as the run
     */
    public record JobName(String id, Optional<String> run, Optional<Integer> number) {}

    /**
     * A worker's machine.
     *
     * @param processors that the worker may use
     * @param memoryBytes that the worker may use; empty where nobody tells
     */
    public record Machine(
            String os,
            String arch,
            String processor,
            int processors,
            Optional<Long> memoryBytes,
            List<MachineBackend> backends,
            List<MachineBrowser> browsers,
            List<String> gpus,
            List<String> labels) {
        public Machine {
            backends = List.copyOf(backends);
            browsers = List.copyOf(browsers);
            gpus = List.copyOf(gpus);
            labels = List.copyOf(labels);
        }
    }

    /**
     * A backend.
     *
     * @param tier the highest that was verified
     * @param ran whether a session ran on it, so that jobs can ask for it
     */
    public record MachineBackend(String id, String tier, boolean ran) {}

    public record MachineBrowser(String id, String version) {}

    /**
     * A run.
     *
     * @param owner id of the token that sent it
     * @param submitted when its first job came
     */
    public record PoolRun(String run, String owner, Instant submitted, Counts jobs) {}

    /** How many jobs stand where. */
    public record Counts(int waiting, int placed, int done, int failed, int cancelled) {}

    /** Where a job stands. */
    public enum JobStanding {
        WAITING,
        PLACED,
        DONE,
        FAILED,
        CANCELLED
    }

    /** Where an attempt stands. */
    public enum AttemptStanding {
        PLACED,
        RUNNING,
        DONE,
        FAILED,
        LOST,
        CANCELLED
    }

    /**
     * A job.
     *
     * @param waits why it waits; empty unless it does
     * @param failure why it failed for good
     * @param attempts in their order, those that were lost with them
     */
    public record PoolJob(
            String id,
            String run,
            int number,
            JobStanding state,
            Instant submitted,
            Optional<String> waits,
            Optional<Trouble> failure,
            List<Attempt> attempts) {
        public PoolJob {
            attempts = List.copyOf(attempts);
        }
    }

    /** What went wrong. */
    public record Trouble(String code, String message, List<String> remedies) {
        public Trouble {
            remedies = List.copyOf(remedies);
        }
    }

    /**
     * One try of a job.
     *
     * @param product the worker's version of Bascule
     * @param policy what placed it there
     * @param because why there
     * @param tookMs measured by the worker's own clock, in milliseconds; empty where it did not say
     */
    public record Attempt(
            int number,
            String worker,
            String product,
            AttemptStanding state,
            String policy,
            String because,
            Instant placed,
            Optional<Instant> began,
            Optional<Instant> ended,
            Optional<Long> tookMs,
            Optional<Trouble> failure) {}

    /** Where a time comes from. */
    public enum Source {
        MEASURED,
        PREDICTED,
        ASSUMED
    }

    /**
     * How long a job is expected to take, in milliseconds.
     *
     * @param lowMs lower end of the interval: of 90 %, where it is not rough
     * @param highMs upper end
     * @param rough whether the interval is a rule of thumb, since too few times are known for one of 90 %
     */
    public record ExpectedTime(long medianMs, long lowMs, long highMs, Source source, boolean rough) {}

    /**
     * What becomes of a job that waits.
     *
     * @param state one sentence, without its full stop
     * @param workers those that can do it first
     */
    public record Outlook(String state, List<Chance> workers) {
        public Outlook {
            workers = List.copyOf(workers);
        }
    }

    /**
     * What one worker is to a job.
     *
     * @param time empty where it cannot run there, or nobody knows
     * @param text how long and when, or what it lacks
     */
    public record Chance(String worker, boolean able, Optional<ExpectedTime> time, String text) {}
}
