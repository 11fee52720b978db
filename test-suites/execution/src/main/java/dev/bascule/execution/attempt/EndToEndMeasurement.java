package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.answer.AnswerJudge;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.TimingPlan;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the user's clock in a session: from a file's bytes to the model's outputs within one runner, which are checked as every
 * other's are. Stateless.
 */
final class EndToEndMeasurement {
    private static final int WARM_UPS = 2;

    private EndToEndMeasurement() {}

    /**
     * What it came to.
     *
     * @param times empty where none was measured, or what came out of it was wrong
     * @param wrong why the runner's own way from the file to the outputs is not right, where it is not
     */
    record Finding(Optional<EndToEnd> times, Optional<Failure> wrong) {
        static final Finding NONE = new Finding(Optional.empty(), Optional.empty());

        private static Finding wrong(String why) {
            return new Finding(
                    Optional.empty(),
                    Optional.of(Failure.of(ErrorCode.PIPELINE_WRONG, "from its file to its outputs, " + why)));
        }
    }

    /** None of a case without a pipeline, of a runner that does not measure it, and once there was a fault. */
    static Finding of(PreparedCase testCase, SessionUnderTest session, TimingPlan plan, JobIds ids) {
        Optional<CasePipeline> pipeline =
                testCase.feeding().pipeline().filter(known -> !known.feeds().isEmpty());
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
                        pipeline.get().answer()),
                fault -> fault instanceof Fault.Refused refused
                        ? Finding.wrong("it failed: " + refused.message())
                        : Finding.NONE);
    }

    /** It is a second look at what was timed already. */
    private static Duration atMost(TimingPlan plan) {
        return plan.measureLimit().dividedBy(2);
    }

    private static Finding checked(
            EndToEndReply told, PreparedCase testCase, OutputChecker.Reference reference, Optional<AnswerSpec> answer) {
        OutputChecker checker = new OutputChecker(reference);
        checker.fed(testCase.feeds(), 0);
        checker.requireAll(told.outputs());
        checker.check(told.outputs(), told.inferences());
        Numerics numerics = checker.result();
        if (!numerics.ok()) {
            return Finding.wrong(PlacementVerdict.describe(numerics));
        }
        Optional<String> other = answer.flatMap(spec -> difference(spec, told, testCase));
        return other.map(Finding::wrong)
                .orElseGet(() -> new Finding(
                        Optional.of(
                                new EndToEnd(told.times().steps(), told.answer().map(Answer::words))),
                        Optional.empty()));
    }

    /**
     * Between the answer that the runner made and what is to be made of its outputs. These were checked; what rounding does to them
     * may change an answer that was close.
     */
    private static Optional<String> difference(AnswerSpec spec, EndToEndReply told, PreparedCase testCase) {
        if (told.answer().isEmpty()) {
            return Optional.of("it gave no answer");
        }
        try {
            List<Optional<String>> differences = given(spec, told.outputs()).stream()
                    .map(steps -> AnswerJudge.difference(
                            AnswerDecoder.decode(spec, steps, testCase.feeds().step(0)),
                            told.answer().get()))
                    .toList();
            return differences.stream().anyMatch(Optional::isEmpty)
                    ? Optional.empty()
                    : differences.stream()
                            .flatMap(Optional::stream)
                            .findFirst()
                            .or(() -> Optional.of("there is no output '%s'".formatted(spec.output())));
        } catch (IllegalArgumentException e) {
            return Optional.of("its answer cannot be read: " + e.getMessage());
        }
    }

    /** What the answer may be of: outputs that came again were not sent again, so that any of one step's may be the last one's. */
    private static List<List<Map<String, Tensor>>> given(AnswerSpec spec, Outputs outputs) {
        List<Map<String, Tensor>> steps = outputs.steps();
        return steps.size() > 1
                ? List.of(steps)
                : outputs.all().stream()
                        .filter(output -> output.name().equals(spec.output()))
                        .map(output -> List.of(Map.of(output.name(), output.tensor())))
                        .toList();
    }
}
