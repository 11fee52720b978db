package dev.bascule.execution.cases;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a case's inputs come from a file or a text. Immutable.
 *
 * @param request which pipeline, of what
 * @param made what the host's own made, by the pipeline's names
 * @param limit how far what a page makes may lie from it
 * @param feeds which inputs its tensors are
 * @param answer what the model's outputs become, where that is known
 * @param fedByPage whether a page runs on what its own pipeline makes, rather than on the host's bytes
 */
public record CasePipeline(
        PipelineRequest request,
        Map<String, Tensor> made,
        PipelineLimit limit,
        List<PipelineFeed> feeds,
        Optional<AnswerSpec> answer,
        boolean fedByPage) {

    public CasePipeline {
        made = Map.copyOf(made);
        feeds = List.copyOf(feeds);
    }

    /**
     * The host's feeds with what another pipeline made in their place.
     *
     * @throws IllegalArgumentException where a tensor is missing or does not have the input's elements
     */
    public Feeds fed(Feeds host, Map<String, Tensor> others) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>(host.inputs());
        for (PipelineFeed feed : feeds) {
            Tensor whole = others.get(feed.tensor());
            if (whole == null) {
                throw new IllegalArgumentException("no tensor '%s'".formatted(feed.tensor()));
            }
            inputs.put(feed.input(), feed.steps(whole));
        }
        return new Feeds(inputs, host.carry());
    }
}
