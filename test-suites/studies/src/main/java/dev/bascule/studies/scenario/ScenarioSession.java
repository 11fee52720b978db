package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.WarmUpResult;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.RawEvidence;
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
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A model open on a {@link ScenarioRunner}: what goes wrong is the runner's trouble. Belongs to its runner's thread. */
final class ScenarioSession {
    /** What runners call their refusal of what they cannot do: no real-time audio, no device, no decoder. */
    private static final Set<String> UNSUPPORTED =
            Set.of("UnsupportedError", "NotSupportedError", "AudioUnavailableError", "CodecError");

    private static final String ANOTHER = "use a browser with an AudioWorklet, such as Chrome or Firefox";

    private final ScenarioRunner scenarioRunner;
    private final CheckedSession session;
    private final PreparedCase testCase;
    private final Duration timeout;
    private Optional<OutputChecker> checker = Optional.empty();
    private Consumer<Outputs> audience = outputs -> {};
    private boolean stable = true;

    ScenarioSession(ScenarioRunner scenarioRunner, CheckedSession session, PreparedCase testCase, Duration timeout) {
        this.scenarioRunner = scenarioRunner;
        this.session = session;
        this.testCase = testCase;
        this.timeout = timeout;
    }

    /** The outputs of the first inference of each step. */
    Outputs first() {
        return session.firstOutputs();
    }

    /** Runs so many timed iterations; empty once there was trouble. */
    Optional<Block> run(int iterations) {
        return run(BlockRequest.ofIterations(iterations, timeout));
    }

    /** Runs a block of timed iterations; empty once there was trouble. */
    Optional<Block> run(BlockRequest request) {
        Optional<Block> block = scenarioRunner.isSound() ? settled(session.measure(request)) : Optional.empty();
        block.ifPresent(ran -> audience.accept(ran.newOutputs()));
        // Fast and wrong is wrong: outputs that differ from all before are held against the reference as the first
        // were.
        return block.filter(
                ran -> checker.map(check -> isRight(check, "timed inferences went wrong after a right first one: "))
                        .orElse(true));
    }

    /** Who hears from now on of outputs of timed inferences that differ from all before them. */
    void tell(Consumer<Outputs> listener) {
        audience = listener;
    }

    /** Runs windows until the warm-up rule is content or its limit is reached; whether all is well. */
    boolean warmUp(MeasurementPlan plan) {
        WarmUpResult warm = WarmUpResult.of(
                plan.warmUp(),
                plan.timing().warmUpLimit(),
                window -> run(window).map(Block::samples));
        if (!scenarioRunner.isSound()) {
            return false;
        }
        stable = warm.stable();
        return true;
    }

    /** Whether the warm-up became stable before its limit. */
    boolean isStable() {
        return stable;
    }

    /** Warms up, then times until both minima of the plan are reached or its limit; empty once there was trouble. */
    Optional<Samples> measure(MeasurementPlan plan) {
        return warmUp(plan)
                ? run(new BlockRequest(
                                plan.timing().minIterations(),
                                plan.timing().minDuration(),
                                plan.timing().measureLimit()))
                        .map(Block::samples)
                : Optional.empty();
    }

    /** Plays a sound into the session; empty once there was trouble. A runner that cannot is unsupported, not at fault. */
    Optional<StreamReport> stream(StreamRequest request) {
        if (!scenarioRunner.isSound()) {
            return Optional.empty();
        }
        Reply<StreamReport> reply = session.stream(request);
        if (reply instanceof Reply.Failed<StreamReport> failed
                && failed.fault() instanceof Fault.Refused refused
                && UNSUPPORTED.contains(refused.name())) {
            scenarioRunner.stumble(new ScenarioFailure(
                    Verdict.UNSUPPORTED, Failure.of(ErrorCode.OPERATOR_UNSUPPORTED, refused.message(), ANOTHER)));
            return Optional.empty();
        }
        return settled(reply);
    }

    /** Whether its page takes files through a media stack. */
    boolean takesMedia() {
        return session.takesMedia();
    }

    /**
     * Takes a file one way through the media stack; a refusal is for the caller to judge, and a page that was lost, does
     * not answer or must not be used again, which costs the session. Empty once there was trouble.
     */
    Optional<Reply<MediaReply>> media(MediaRequest request) {
        if (!scenarioRunner.isSound()) {
            return Optional.empty();
        }
        Reply<MediaReply> reply = session.media(request);
        if (reply instanceof Reply.Failed<MediaReply> failed && !(failed.fault() instanceof Fault.Implausible)) {
            return Optional.of(reply);
        }
        return settled(reply).map(Reply.Ok::new);
    }

    /** Goes from a file to the outputs; empty once there was trouble, of which a refusal is one. */
    Optional<EndToEndReply> endToEnd(EndToEndRequest request) {
        return scenarioRunner.isSound() ? settled(session.endToEnd(request)) : Optional.empty();
    }

    /** The outputs of the model on inputs of the moment; empty once there was trouble. */
    Optional<Map<String, Tensor>> infer(Map<String, Tensor> inputs) {
        return inference(inputs).map(Inference::outputs);
    }

    /** The same with what it took. */
    Optional<Inference> inference(Map<String, Tensor> inputs) {
        return scenarioRunner.isSound() ? settled(session.infer(inputs, timeout)) : Optional.empty();
    }

    /** Releases the session; empty once there was trouble. */
    Optional<SessionEnd> finish() {
        if (!scenarioRunner.isSound()) {
            return Optional.empty();
        }
        Optional<SessionEnd> closing = settled(session.finish());
        closing.flatMap(SessionEnd::poisoned)
                .ifPresent(why -> scenarioRunner.stumble(
                        new ScenarioFailure(Verdict.CRASHED, Failure.of(ErrorCode.WASM_TRAP, why))));
        return closing;
    }

    /**
     * Releases the session and judges where it ran; trouble where that is not the backend asked for. Empty once there was
     * trouble. The session was opened with evidence.
     */
    Optional<SessionPlacement> finishPlaced() {
        Optional<SessionPlacement> placed = finish().map(closing -> placed(closing.evidence()));
        placed.ifPresent(where ->
                where.failure().ifPresent(why -> scenarioRunner.stumble(new ScenarioFailure(where.verdict(), why))));
        return placed;
    }

    /** Judges where it ran by what it brought at its end. */
    SessionPlacement placed(Optional<RawEvidence> evidence) {
        return scenarioRunner.placed(session, evidence);
    }

    /** Trouble on the runner unless the first outputs are right, and those of every timed inference from now on. */
    void mustBeRight(OutputChecker.Reference reference) {
        OutputChecker check = new OutputChecker(reference);
        session.checkedBy(check);
        checker = Optional.of(check);
        isRight(check, "");
    }

    private boolean isRight(OutputChecker check, String when) {
        Numerics numerics = check.result();
        if (!numerics.ok()) {
            scenarioRunner.stumble(
                    ScenarioFailure.wrong("%s%d of %d output values lie outside the tolerance of the reference"
                            .formatted(
                                    when,
                                    numerics.difference().outside(),
                                    numerics.difference().elements())));
        }
        return numerics.ok();
    }

    private <T> Optional<T> settled(Reply<T> reply) {
        if (reply instanceof Reply.Failed<T> failed) {
            scenarioRunner.stumble(ScenarioFailure.of(failed.fault()));
        }
        return reply.result();
    }
}
