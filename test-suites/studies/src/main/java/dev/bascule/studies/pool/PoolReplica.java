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

    /** Answers one request; why it did not, where it did not. After a failure it may not be {@link #isOpen open} any more. */
    Optional<Failure> answer();

    /** Whether its process lives and its model is open in it, as far as its last answer showed. */
    boolean isOpen();

    /** Whether its last answer failed because its process went, so that the request itself need not be at fault. */
    boolean isLost();

    /** What its last answer took to compute, by the runner's clock, without the ways there and back. */
    Duration computed();

    /** What is wrong with its last answer; empty where it is right, or cannot be judged. Not timed. */
    Optional<Failure> wrong();

    /** Whether there is a reference that answers are held against. */
    boolean isJudged();

    /** What its processes held of memory before the model was opened; empty where none was, or nobody could read it. */
    OptionalLong emptyBytes();

    /** What its processes hold of memory now; empty where none runs, or nobody can read it. */
    Optional<HeldMemory> memory();

    /** Processor time of its processes since they were started; empty where none runs, or nobody can read it. */
    Optional<Duration> processorTime();

    /** Ends its process; {@link #open} starts another. */
    void close();
}
