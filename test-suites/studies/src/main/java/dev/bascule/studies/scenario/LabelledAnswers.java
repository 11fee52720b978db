package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Answers to samples whose right answers are known, each prepared by the target's own pipeline: how many are right, and whether the
 * target answers as native CPU does. A target that answers otherwise is wrong; a model that does not know the answer is not.
 *
 * @param samples how many
 */
record LabelledAnswers(int samples) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.ACCURACY;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        Optional<CasePipeline> pipeline = context.testCase()
                .feeding()
                .pipeline()
                .filter(known -> known.answer().isPresent());
        if (context.samples() instanceof Samples.Absent absent) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, absent.why()));
        }
        List<LabelledCase> labelled = ((Samples.Known) context.samples())
                .cases().stream().limit(samples).toList();
        if (pipeline.isEmpty() || labelled.isEmpty()) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, Samples.NONE.why()));
        }
        boolean isReference = context.place().backend().equals(Backends.NATIVE_CPU);
        Optional<Answers> right = isReference
                ? Optional.empty()
                : Optional.of(answers(
                        context,
                        new Place(context.ground().nativeSource(), Backends.NATIVE_CPU),
                        pipeline.get(),
                        labelled));
        Answers own = answers(context, context.place(), pipeline.get(), labelled);
        AnswerTally tally = new AnswerTally();
        for (int i = 0; i < own.each().size(); i++) {
            int sample = i;
            tally.add(
                    labelled.get(i),
                    own.each().get(i),
                    right.filter(known -> known.each().size() > sample)
                            .map(known -> known.each().get(sample)));
        }
        List<String> notes = new ArrayList<>(tally.notes());
        if (own.trouble().isEmpty()) {
            notes.addAll(AskingLimit.notes(
                    own.each().size(),
                    labelled.size(),
                    compared(right),
                    context.ground().timeout()));
        }
        if (labelled.size() < samples) {
            notes.add("there are %d different samples, and no %d; none is asked twice, for that would make the interval"
                            .formatted(labelled.size(), samples)
                    + " narrower than it is");
        }
        return new ScenarioFinding(
                own.trouble()
                        .or(tally::otherwise)
                        .or(() -> right.flatMap(Answers::trouble).map(ScenarioFailure::notCompared)),
                tally.figures(),
                notes);
    }

    /** Of a reference that broke down something else is told. */
    private static OptionalInt compared(Optional<Answers> right) {
        return right.filter(other -> other.trouble().isEmpty()).stream()
                .mapToInt(other -> other.each().size())
                .findFirst();
    }

    /** The answers of a target, one for each part of each sample, as far as it came. */
    private record Answers(List<List<Answer>> each, Optional<ScenarioFailure> trouble) {}

    /** Makes all inputs first, for a runner has one job at a time, and then asks the model. */
    private static Answers answers(
            ScenarioContext context, Place place, CasePipeline pipeline, List<LabelledCase> labelled) {
        List<List<Answer>> each = new ArrayList<>();
        try (ScenarioRunner runner = context.scenarioRunner(place)) {
            List<List<Feeds>> made = runner.fresh() ? made(context, runner, pipeline, labelled) : List.of();
            Optional<ScenarioSession> session = runner.open(context.testCase(), place.backend());
            AskingLimit limit =
                    new AskingLimit(System::nanoTime, context.ground().timeout());
            for (List<Feeds> sample : made) {
                if (!each.isEmpty() && limit.isOver()) {
                    break;
                }
                List<Answer> answers = new ArrayList<>();
                for (Feeds part : sample) {
                    try {
                        session.flatMap(open -> answer(open, pipeline, part)).ifPresent(answers::add);
                    } catch (IllegalArgumentException e) {
                        runner.stumble(ScenarioFailure.wrong("its outputs are no answer: " + e.getMessage()));
                    }
                }
                if (answers.size() == sample.size()) {
                    each.add(answers);
                }
            }
            session.ifPresent(ScenarioSession::finish);
            return new Answers(each, runner.trouble());
        }
    }

    private static List<List<Feeds>> made(
            ScenarioContext context, ScenarioRunner runner, CasePipeline pipeline, List<LabelledCase> labelled) {
        List<List<Feeds>> made = new ArrayList<>();
        for (LabelledCase sample : labelled) {
            List<Feeds> parts = new ArrayList<>();
            for (PipelineRequest part : sample.parts()) {
                Reply<PipelineOutput> reply = runner.prepare(part);
                if (reply instanceof Reply.Failed<PipelineOutput> failed) {
                    runner.stumble(ScenarioFailure.of(failed.fault()).during("its input pipeline"));
                    return made;
                }
                try {
                    parts.add(pipeline.fed(
                            context.testCase().feeds(),
                            reply.result().orElseThrow().tensors()));
                } catch (IllegalArgumentException e) {
                    runner.stumble(ScenarioFailure.wrong("its input pipeline makes other inputs: " + e.getMessage()));
                    return made;
                }
            }
            made.add(parts);
        }
        return made;
    }

    /** Step by step, carried inputs taking the last outputs; empty once there was trouble. */
    private static Optional<Answer> answer(ScenarioSession session, CasePipeline pipeline, Feeds feeds) {
        List<Map<String, Tensor>> outputs = new ArrayList<>();
        for (int step = 0; step < feeds.steps(); step++) {
            Map<String, Tensor> inputs = new HashMap<>(feeds.step(step));
            if (step > 0) {
                Map<String, Tensor> last = outputs.get(step - 1);
                feeds.carry()
                        .forEach((input, output) ->
                                Optional.ofNullable(last.get(output)).ifPresent(tensor -> inputs.put(input, tensor)));
            }
            Optional<Map<String, Tensor>> given = session.infer(inputs);
            if (given.isEmpty()) {
                return Optional.empty();
            }
            outputs.add(given.get());
        }
        return Optional.of(AnswerDecoder.decode(pipeline.answer().orElseThrow(), outputs, feeds.step(0)));
    }
}
