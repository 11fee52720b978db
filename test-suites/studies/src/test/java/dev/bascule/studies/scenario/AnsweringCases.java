package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cases of one input that a pipeline makes, and an output that says something. */
final class AnsweringCases {
    private AnsweringCases() {}

    /** @param made the pipeline's name of what it makes */
    static PreparedCase of(String input, Shape shape, String made, PipelineRequest request, AnswerSpec answer) {
        Tensor zeros = Tensor.floats(shape, new float[Math.toIntExact(shape.elements())]);
        PreparedCase plain = ScriptedStage.sum(input, 0);
        CasePipeline pipeline = new CasePipeline(
                request,
                Map.of(made, zeros),
                new PipelineLimit(Double.POSITIVE_INFINITY, "a test's"),
                List.of(new PipelineFeed(made, input, shape.dims(), Optional.empty())),
                Optional.of(answer),
                true);
        return new PreparedCase(
                CaseId.of("test", "unit", input, Map.of()),
                plain.model(),
                plain.artifact(),
                answer.outputs(),
                Map.of(),
                new PreparedCase.Feeding(Feeds.of(Map.of(input, zeros)), Sizing.NONE, true, Optional.of(pipeline)),
                plain.settings(),
                PreparedCase.Answers.NONE,
                Map.of());
    }
}
