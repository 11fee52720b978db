package dev.bascule.studies.pool;

import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A model in a process of its own, or the place for one. One thread at a time opens, asks and closes; what it holds and took any
 * thread may read.
 */
public interface PoolReplica {

    /** Starts its process and opens the model; why it cannot, where it cannot. */
    Optional<Failure> open();

    /** Answers one request; why it did not, where it did not. */
    Optional<Failure> answer();

    /** What its last answer took to compute, by the runner's clock, without the ways there and back. */
    Duration computed();

    /** What is wrong with its last answer; empty where it is right, or cannot be judged. Not timed. */
    Optional<Failure> wrong();

    /** What its processes hold of memory now; empty where none runs, or nobody can read it. */
    OptionalLong residentBytes();

    /** Processor time of its processes since they were started; empty where none runs, or nobody can read it. */
    Optional<Duration> processorTime();

    /** Ends its process; {@link #open} starts another. */
    void close();
}
