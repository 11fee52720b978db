package dev.bascule.app.environment;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Port;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which of a model's inputs a pipeline's tensors are. Stateless. */
final class PipelineFeeds {
    private PipelineFeeds() {}

    /**
     * Only those that are fed what was made, cut into frames at most: what was changed on the way, nobody else can make.
     *
     * @param made by the pipeline's names
     * @param built what the model is fed
     */
    static List<PipelineFeed> of(Map<String, Tensor> made, SuiteModel.Feed feed, List<Port> inputs, Feeds built) {
        Map<String, String> names = PreparedTensors.inputsOf(
                made.keySet(), inputs.stream().map(Port::name).toList());
        List<PipelineFeed> feeds = new ArrayList<>();
        for (Port port : inputs) {
            Optional<InputSource> source = Optional.ofNullable(feed.inputs().get(port.name()));
            Optional<String> name = source.isEmpty()
                    ? Optional.ofNullable(names.get(port.name()))
                    : source.filter(InputSource.FromPipeline.class::isInstance)
                            .map(InputSource.FromPipeline.class::cast)
                            .map(InputSource.FromPipeline::output);
            List<Tensor> fed = built.inputs().getOrDefault(port.name(), List.of());
            if (name.isPresent() && made.containsKey(name.get()) && !fed.isEmpty()) {
                Optional<FrameWindow> window = Optional.ofNullable(feed.frames().get(port.name()));
                PipelineFeed as = new PipelineFeed(
                        name.get(),
                        port.name(),
                        fed.get(0).shape().dims(),
                        window.map(cut -> new PipelineFeed.Frame(cut.length(), cut.context())));
                if (fed.equals(as.steps(made.get(name.get())))) {
                    feeds.add(as);
                }
            }
        }
        return feeds;
    }
}
