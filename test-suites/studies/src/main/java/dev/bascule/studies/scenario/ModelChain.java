package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Models in a row on one target, each open all the while in a page or process of its own, for a runner has one session at a time. The
 * target's own pipeline makes the tensors of the first; what lies between two is the host's. Belongs to one thread.
 */
final class ModelChain implements AutoCloseable {
    private final List<Link> links;
    private final CasePipeline pipeline;
    private List<ScenarioSession> sessions = List.of();

    /** One of the models. */
    private record Link(PreparedCase testCase, ScenarioRunner runner) {}

    /** What the first model can be fed of a sample. */
    record Fed(LabelledCase sample, Feeds feeds, Duration elapsed) {}

    /** @param pipeline of the context's case, which is the first model */
    ModelChain(ScenarioContext context, CasePipeline pipeline, Followers.Ready followers, Place place) {
        this.pipeline = pipeline;
        this.links = Stream.concat(Stream.of(context.testCase()), followers.cases().stream())
                .map(testCase -> new Link(testCase, context.scenarioRunner(place)))
                .toList();
    }

    /** Starts all of them and makes what the first is fed, before a session is open, for a runner has one job at a time. */
    List<Fed> feeds(List<LabelledCase> samples) {
        List<Fed> feeds = new ArrayList<>();
        if (!links.stream().allMatch(link -> link.runner().fresh())) {
            return feeds;
        }
        Link first = links.get(0);
        // The pipeline's first run is not the usual one.
        samples.stream()
                .limit(1)
                .forEach(sample -> first.runner().prepare(sample.parts().get(0)));
        for (LabelledCase sample : samples) {
            Reply<PipelineOutput> reply = first.runner().prepare(sample.parts().get(0));
            if (reply instanceof Reply.Failed<PipelineOutput> failed) {
                stumble(ScenarioFailure.of(failed.fault()).during("its input pipeline"));
                return feeds;
            }
            PipelineOutput made = reply.result().orElseThrow();
            try {
                feeds.add(new Fed(sample, pipeline.fed(first.testCase().feeds(), made.tensors()), made.elapsed()));
            } catch (IllegalArgumentException e) {
                stumble(ScenarioFailure.wrong("its input pipeline makes other inputs: " + e.getMessage()));
                return feeds;
            }
        }
        return feeds;
    }

    /** Opens all models; whether they are. */
    boolean open() {
        sessions = links.stream()
                .flatMap(link ->
                        link.runner().open(link.testCase(), link.runner().backend()).stream())
                .toList();
        return sessions.size() == links.size();
    }

    /**
     * Asks a model; empty once there was trouble.
     *
     * @param link its place in the chain, the first is 0
     */
    Optional<Inference> infer(int link, Map<String, Tensor> inputs) {
        return sessions.get(link).inference(inputs);
    }

    PreparedCase testCase(int link) {
        return links.get(link).testCase();
    }

    void stumble(ScenarioFailure more) {
        links.get(0).runner().stumble(more);
    }

    /** The first that one of them had, with the name of one behind the first. */
    Optional<ScenarioFailure> trouble() {
        return links.stream().flatMap(link -> trouble(link).stream()).findFirst();
    }

    private Optional<ScenarioFailure> trouble(Link link) {
        Optional<ScenarioFailure> trouble = link.runner().trouble();
        return link.equals(links.get(0))
                ? trouble
                : trouble.map(why -> why.during(link.testCase().model().name()));
    }

    void finish() {
        sessions.forEach(ScenarioSession::finish);
    }

    @Override
    public void close() {
        links.forEach(link -> link.runner().close());
    }
}
