package dev.bascule.execution.session;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A model open on an {@link IsolatedRunner}, every output of its timed inferences checked. After the first fault it only
 * repeats that fault and asks the runner nothing more; a runner that is no longer sound is discarded at once. Belongs to its
 * runner's thread.
 */
public final class CheckedSession {
    private final RunnerSession session;
    private final int steps;
    private final Duration timeout;
    private final Capabilities capabilities;
    private final Runnable discard;
    private final List<OutputChecker> checkers = new ArrayList<>();
    private Optional<Fault> fault = Optional.empty();
    private Optional<SessionEnd> closing = Optional.empty();

    /**
     * @param timeout for each answer
     * @param discard gets rid of the runner
     */
    CheckedSession(RunnerSession session, int steps, Duration timeout, Capabilities capabilities, Runnable discard) {
        this.session = session;
        this.steps = steps;
        this.timeout = timeout;
        this.capabilities = capabilities;
        this.discard = discard;
    }

    /** The outputs of the first inference of each step. */
    public Outputs firstOutputs() {
        return session.firstOutputs();
    }

    /** What its runner says that it can do. */
    public Capabilities capabilities() {
        return capabilities;
    }

    /** Whether it answers the challenges of a block. */
    public boolean takesChallenges() {
        return session.takesChallenges();
    }

    /** What speaks against the times that its blocks and steps told; empty where nothing does. */
    public Optional<String> doubt() {
        return session.doubt();
    }

    /** Has a checker judge its outputs: those of the first inferences now, those of each block when it is measured. */
    public void checkedBy(OutputChecker checker) {
        checker.requireAll(firstOutputs());
        checker.check(firstOutputs(), steps);
        checkers.add(checker);
    }

    /** Runs windows until the rule is content or the limit is reached; a fault ends it, too. */
    public WarmUpResult warmUp(WarmUp rule, Duration limit) {
        return WarmUpResult.of(rule, limit, window -> measure(window).result().map(Block::samples));
    }

    /** Runs a block of timed iterations. */
    public Reply<Block> measure(BlockRequest request) {
        return measure(request, reply -> {});
    }

    /** @param atOnce hears of the answer before its outputs are checked, which takes its time */
    public Reply<Block> measure(BlockRequest request, Consumer<Reply<Block>> atOnce) {
        return measure(request, request.atMost().plus(timeout), atOnce);
    }

    /** @param limit for the answer */
    public Reply<Block> measure(BlockRequest request, Duration limit) {
        return measure(request, limit, reply -> {});
    }

    private Reply<Block> measure(BlockRequest request, Duration limit, Consumer<Reply<Block>> atOnce) {
        Reply<Block> reply = settled(() -> session.measure(request, limit));
        atOnce.accept(reply);
        reply.result()
                .ifPresent(block -> checkers.forEach(checker ->
                        checker.check(block.newOutputs(), block.samples().size())));
        return reply;
    }

    /** Runs the model once on inputs of the moment. A model that refuses them ends the session. */
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration limit) {
        return settled(() -> session.infer(inputs, limit));
    }

    /** Whether it goes on from a state that its runner keeps. */
    public boolean takesSteps() {
        return session.takesSteps();
    }

    /** Runs steps, each on the state that the one before left. A model that refuses them ends the session. */
    public Reply<Advance> advance(AdvanceRequest request) {
        return settled(() -> session.advance(request, request.limit().plus(timeout)));
    }

    /** Plays audio in real time. A refusal is no fault of the session, which stays open, unless its runner is unsound. */
    public Reply<StreamReport> stream(StreamRequest request) {
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        Reply<StreamReport> reply = session.stream(request, request.length().plus(timeout));
        return reply instanceof Reply.Failed<StreamReport> failed && !isMereRefusal(failed.fault())
                ? settled(() -> reply)
                : reply;
    }

    /** Whether its runner measures the way from a file to the outputs. */
    public boolean takesEndToEnd() {
        return session.takesEndToEnd();
    }

    /** Goes from a file to the outputs again and again. A refusal is no fault of the session, unless its runner is unsound. */
    public Reply<EndToEndReply> endToEnd(EndToEndRequest request) {
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        Reply<EndToEndReply> reply = session.endToEnd(request, request.atMost().plus(timeout));
        return reply instanceof Reply.Failed<EndToEndReply> failed && !isMereRefusal(failed.fault())
                ? settled(() -> reply)
                : reply;
    }

    /** Whether its page takes files through a media stack. */
    public boolean takesMedia() {
        return session.takesMedia();
    }

    /** Takes a file one way through the media stack. A refusal is no fault of the session, unless its runner is unsound. */
    public Reply<MediaReply> media(MediaRequest request) {
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        Reply<MediaReply> reply = session.media(request, request.atMost().plus(timeout));
        return reply instanceof Reply.Failed<MediaReply> failed && !isMereRefusal(failed.fault())
                ? settled(() -> reply)
                : reply;
    }

    private static boolean isMereRefusal(Fault fault) {
        return fault instanceof Fault.Refused && FaultClassifier.classify(fault).runnerIsSound();
    }

    /** Disposes of the session and reads the evidence, once; asked again, it answers the same. */
    public Reply<SessionEnd> finish() {
        if (closing.isPresent()) {
            return new Reply.Ok<>(closing.get());
        }
        Reply<SessionEnd> reply = settled(() -> session.finish(timeout));
        closing = reply.result();
        // A session may end well in a page that broke meanwhile.
        closing.flatMap(SessionEnd::poisoned).ifPresent(why -> discard.run());
        return reply;
    }

    /** The fault that ended it; empty where none did. */
    public Optional<Fault> fault() {
        return fault;
    }

    private <T> Reply<T> settled(Supplier<Reply<T>> question) {
        if (closing.isPresent()) {
            throw new IllegalStateException("the session is finished");
        }
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        Reply<T> reply = question.get();
        if (reply instanceof Reply.Failed<T> failed) {
            fault = Optional.of(failed.fault());
            if (!FaultClassifier.classify(failed.fault()).runnerIsSound()) {
                discard.run();
            }
        }
        return reply;
    }
}
