package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.answer.AnswerJudge;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the user's clock in a session: from a file's bytes to the model's outputs within one runner, which are checked as every
 * other's are. Stateless.
 */
final class EndToEndMeasurement {
    private static final int WARM_UPS = 2;
    /** Ways in which outputs that were sent belong together, at most: right runners have one. */
    private static final int POSSIBLE = 256;

    private EndToEndMeasurement() {}

    /**
     * What it came to.
     *
     * @param times empty where none was measured, or what came out of it was neither right nor what the session gives
     * @param wrong why the runner's own way from the file to the outputs is not right, where it is not
     * @param note why there are no times though they were asked for, for the evidence
     */
    record Finding(Optional<EndToEnd> times, Optional<Failure> wrong, Optional<String> note) {
        static final Finding NONE = new Finding(Optional.empty(), Optional.empty(), Optional.empty());

        private static Finding wrong(String why) {
            return new Finding(
                    Optional.empty(),
                    Optional.of(Failure.of(ErrorCode.PIPELINE_WRONG, "from its file to its outputs, " + why)),
                    Optional.empty());
        }

        private static Finding none(String why) {
            return new Finding(
                    Optional.empty(), Optional.empty(), Optional.of("not timed from the file to the outputs: " + why));
        }
    }

    /** None of a case without a pipeline, of a runner that does not measure it, and once there was a fault. */
    static Finding of(PreparedCase testCase, Place place, SessionUnderTest session, TimingPlan plan, JobIds ids) {
        // What a page makes is held to what is right for its own bytes: of a page that is fed the host's, nobody knows
        // that.
        Optional<CasePipeline> pipeline = testCase.feeding()
                .pipeline()
                .filter(known -> !known.feeds().isEmpty())
                .filter(known -> known.fedByPage() || place.backend().side() != Side.BROWSER);
        if (pipeline.isEmpty()
                || session.fault().isPresent()
                || !session.session().takesEndToEnd()) {
            return Finding.NONE;
        }
        EndToEndRequest request = new EndToEndRequest(
                pipeline.get().request().as(ids.next()),
                pipeline.get().feeds(),
                plan.minIterations(),
                WARM_UPS,
                atMost(plan),
                pipeline.get().answer());
        Reply<EndToEndReply> reply = session.session().endToEnd(request);
        return reply.fold(
                told -> checked(
                        told,
                        testCase,
                        session.checker().reference(),
                        session.firstOutputs(),
                        pipeline.get().answer()),
                // It made its inputs and was right on them before: what fails here is no verdict on either.
                fault -> fault instanceof Fault.Refused refused ? Finding.none(refused.message()) : Finding.NONE);
    }

    /** It is a second look at what was timed already. */
    private static Duration atMost(TimingPlan plan) {
        return plan.measureLimit().dividedBy(2);
    }

    private static Finding checked(
            EndToEndReply told,
            PreparedCase testCase,
            OutputChecker.Reference reference,
            Outputs ofSession,
            Optional<AnswerSpec> answer) {
        Numerics numerics = numerics(told, testCase, reference);
        // What a backend computes in fewer bits is in the session's own outputs as well, and allowed or not with those.
        if (!numerics.ok()
                && !numerics(told, testCase, as(ofSession, reference)).ok()) {
            return Finding.wrong(PlacementVerdict.describe(numerics));
        }
        if (answer.isEmpty()) {
            return right(told, Optional.empty());
        }
        try {
            List<Answer> possible = given(answer.get(), told.outputs()).stream()
                    .map(steps -> AnswerDecoder.decode(
                            answer.get(), steps, testCase.feeds().step(0)))
                    .toList();
            Optional<Answer> matching = possible.stream()
                    .filter(own -> told.answer()
                            .filter(given -> AnswerJudge.difference(own, given).isEmpty())
                            .isPresent())
                    .findFirst();
            return matching.map(own -> right(told, Optional.of(own)))
                    .orElseGet(() -> Finding.wrong(difference(possible, told.answer())));
        } catch (IllegalArgumentException e) {
            return Finding.wrong("its answer cannot be read: " + e.getMessage());
        }
    }

    private static Numerics numerics(EndToEndReply told, PreparedCase testCase, OutputChecker.Reference reference) {
        OutputChecker checker = new OutputChecker(reference);
        checker.fed(testCase.feeds(), 0);
        checker.requireAll(told.outputs());
        checker.check(told.outputs(), told.inferences());
        return checker.result();
    }

    /** By which outputs are told from the session's own no less strictly than from the right ones. */
    private static OutputChecker.Reference as(Outputs ofSession, OutputChecker.Reference right) {
        return new OutputChecker.Reference(
                right.kind(), ofSession.steps(), right.notJudged(), right.rule(), right.noise(), right.narrow());
    }

    /** The words are those of the answer that the host made of the same outputs. */
    private static Finding right(EndToEndReply told, Optional<Answer> answer) {
        return new Finding(
                Optional.of(new EndToEnd(told.times().steps(), answer.map(Answer::words))),
                Optional.empty(),
                Optional.empty());
    }

    private static String difference(List<Answer> possible, Optional<Answer> given) {
        return given.isEmpty()
                ? "it gave no answer"
                : possible.stream()
                        .flatMap(own -> AnswerJudge.difference(own, given.get()).stream())
                        .findFirst()
                        .orElse("it gave no output to read the answer from");
    }

    /** What the answer may be of: outputs that came again were not sent again, so that any of one step's may be the last one's. */
    private static List<List<Map<String, Tensor>>> given(AnswerSpec spec, Outputs outputs) {
        List<Map<String, Tensor>> steps = outputs.steps();
        if (steps.size() > 1) {
            return List.of(steps);
        }
        List<Map<String, Tensor>> possible = List.of(Map.of());
        for (String name : spec.outputs()) {
            possible = possible.stream()
                    .flatMap(known -> outputs.all().stream()
                            .filter(output -> output.name().equals(name))
                            .map(output -> with(known, output)))
                    .limit(POSSIBLE)
                    .toList();
        }
        return possible.stream().map(List::of).toList();
    }

    private static Map<String, Tensor> with(Map<String, Tensor> known, Outputs.Output output) {
        Map<String, Tensor> more = new LinkedHashMap<>(known);
        more.put(output.name(), output.tensor());
        return more;
    }
}
