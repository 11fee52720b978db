package dev.bascule.fallback.runner;

import java.time.Duration;

/**
 * Anything that executes cases: a page in a browser, a native child process. One job at a time; a runner belongs to one
 * thread at a time. A job is taken in steps (open, measure, finish) so that two runners can be interleaved.
 *
 * <p>A runner that answered with {@link Fault.Lost} or {@link Fault.TimedOut} is of no more use: close it.
 */
public interface Runner extends AutoCloseable {

    /** What it says it can do, as it said when it joined. */
    Capabilities probe();

    /**
     * Fetches the model, creates the session, runs the first inference of each step.
     *
     * @param timeout for all of it
     */
    Reply<RunnerSession> open(Job job, Duration timeout);

    /** Runs an input pipeline (decode, resize, tokenise) and answers with its tensors. */
    Reply<Prepared> prepare(PipelineRequest request, Duration timeout);

    /**
     * Measures the memory of the whole page, from inside. Takes up to seconds: not while something is timed.
     *
     * @param timeout for the answer; a browser that takes longer has none
     */
    default Reply<PageMemory> memory(Duration timeout) {
        return new Reply.Ok<>(PageMemory.unknown("this runner is no page: its process is measured from outside"));
    }

    /** Lets the runner go; never throws, may be called twice. */
    @Override
    void close();
}
