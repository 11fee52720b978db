package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
    Reply<PipelineOutput> prepare(PipelineRequest request, Duration timeout);

    /**
     * Executes many small cases once each, and hands over each one's reply as it comes, in no certain order. A case's crash,
     * trap, hang or exhaustion is its own reply where the runner outlives it; where it does not, the runner is lost, and
     * the cases without a reply are those that had not ended.
     *
     * @param silence the longest time without a reply
     */
    default Reply<PackEnd> pack(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        return new Reply.Failed<>(new Fault.Refused(
                "create", "UnsupportedError", "this runner takes no packs", Optional.empty(), Phases.NONE));
    }

    /**
     * Runs the runner's own kernels on the bare device, without any engine, and hands over each one's reading as it comes.
     * A kernel that the device cannot run, or whose result was wrong, is a reading with a reason and without samples.
     *
     * @param silence the longest time without a reading
     * @return facts of the kernels, such as the clock's resolution
     */
    default Reply<Map<String, String>> kernels(
            KernelRequest request, Consumer<KernelReading> readings, Duration silence) {
        return new Reply.Failed<>(new Fault.Refused(
                "profile", "UnsupportedError", "this runner has no kernels of its own", Optional.empty(), Phases.NONE));
    }

    /**
     * Measures the memory of the whole page, from inside. Takes up to seconds: not while something is timed.
     *
     * @param timeout for the answer; a browser that takes longer has none
     */
    default Reply<PageMemory> memory(Duration timeout) {
        return new Reply.Ok<>(PageMemory.unknown("this runner is no page: its process is measured from outside"));
    }

    /** What went over its connection so far, as the host counted it; empty where there is none to count. */
    default Optional<WireTraffic> traffic() {
        return Optional.empty();
    }

    /** Lets the runner go; never throws, may be called twice. */
    @Override
    void close();
}
