package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The case's model, asked by its own pipeline of files in one session. Belongs to the session's thread. */
final class MediaModel {
    private final ScenarioContext context;
    private final ScenarioSession session;
    private final CasePipeline pipeline;
    private final String role;

    /** @param role of the file in the pipeline */
    MediaModel(ScenarioContext context, ScenarioSession session, CasePipeline pipeline, String role) {
        this.context = context;
        this.session = session;
        this.pipeline = pipeline;
        this.role = role;
    }

    /** What it says of a file; empty once there was trouble. */
    Optional<Said> asked(ModelArtifact file) {
        PipelineRequest own = pipeline.request();
        Map<String, ModelArtifact> assets = new LinkedHashMap<>(own.assets());
        assets.put(role, file);
        PipelineRequest request =
                new PipelineRequest(context.ground().ids().next(), own.pipeline(), assets, own.text());
        return session.endToEnd(new EndToEndRequest(
                        request, pipeline.feeds(), 1, 0, context.ground().timeout(), pipeline.answer()))
                .map(reply -> new Said(reply.outputs(), answer(reply.outputs())));
    }

    private Optional<Answer> answer(Outputs outputs) {
        try {
            return pipeline.answer()
                    .map(spec -> AnswerDecoder.decode(
                            spec, outputs.steps(), context.testCase().feeds().step(0)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * What the model made of a file.
     *
     * @param answer by the host's reading of the outputs, where it is known how to read them
     */
    record Said(Outputs outputs, Optional<Answer> answer) {

        /** Whether the answer is the same, in words. */
        String compared(Said now) {
            String change = relativeChange(now)
                    .map(by -> String.format(Locale.ROOT, "outputs change by %.3g of the largest", by))
                    .orElse(
                            "no change of the outputs can be told: one is missing, has another shape, is no number or was zero");
            if (answer.isEmpty() || now.answer.isEmpty()) {
                return change;
            }
            String before = dev.bascule.studies.scenario.Said.of(List.of(answer.get()));
            String after = dev.bascule.studies.scenario.Said.of(List.of(now.answer.get()));
            return (before.equals(after)
                            ? "the answer stays '%s'".formatted(before)
                            : "the answer changes from '%s' to '%s'".formatted(before, after))
                    + ", " + change;
        }

        /** The greatest change of a value, by the greatest value of its output; empty where no number tells it. */
        Optional<Double> relativeChange(Said now) {
            return Optional.of(worst(now)).filter(change -> Double.isFinite(change));
        }

        /** Infinite where an output is missing or has another shape. */
        private double worst(Said now) {
            double worst = 0;
            List<Map<String, Tensor>> before = outputs.steps();
            List<Map<String, Tensor>> after = now.outputs.steps();
            for (int step = 0; step < before.size(); step++) {
                for (Map.Entry<String, Tensor> was : before.get(step).entrySet()) {
                    Optional<Tensor> is = step < after.size()
                            ? Optional.ofNullable(after.get(step).get(was.getKey()))
                            : Optional.empty();
                    worst = Math.max(
                            worst,
                            is.map(tensor -> change(was.getValue(), tensor)).orElse(Double.POSITIVE_INFINITY));
                }
            }
            return worst;
        }

        private static double change(Tensor before, Tensor after) {
            if (!before.shape().equals(after.shape()) || before.dtype() != after.dtype()) {
                return Double.POSITIVE_INFINITY;
            }
            Elements.Reader was = Elements.of(before);
            Elements.Reader is = Elements.of(after);
            double largest = 0;
            double change = 0;
            for (int i = 0; i < before.shape().elements(); i++) {
                largest = Math.max(largest, Math.abs(was.at(i)));
                change = Math.max(change, Math.abs(was.at(i) - is.at(i)));
            }
            return change == 0 ? 0 : largest == 0 ? Double.POSITIVE_INFINITY : change / largest;
        }
    }
}
