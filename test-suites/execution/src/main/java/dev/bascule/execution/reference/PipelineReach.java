package dev.bascule.execution.reference;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.numerics.OutputDistances;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures how far a model's outputs move on native CPU when the inputs that a pipeline makes move by as much as a page's may: each
 * element by the limit, all up, all down, and twice by signs that are drawn. So the limit on the tensors becomes one on the answer.
 * Used for one case and thrown away.
 */
final class PipelineReach {
    private static final int DRAWN = 2;

    private final RunnerSource source;
    private final Duration timeout;
    private final JobIds ids;

    PipelineReach(RunnerSource source, Duration timeout, JobIds ids) {
        this.source = source;
        this.timeout = timeout;
        this.ids = ids;
    }

    /** By output, the farthest of all moves; empty where native CPU did not run it. */
    Optional<Map<String, Double>> of(PreparedCase testCase, CasePipeline pipeline, double limit) {
        IsolatedRunner child = source.lane(Backends.NATIVE_CPU);
        return run(child, testCase, testCase.feeds())
                .flatMap(still -> farthest(child, testCase, pipeline, limit, still));
    }

    private Optional<Map<String, Double>> farthest(
            IsolatedRunner child,
            PreparedCase testCase,
            CasePipeline pipeline,
            double limit,
            List<Map<String, Tensor>> still) {
        List<Move> moves = new ArrayList<>(List.of(at -> limit, at -> -limit));
        for (int draw = 0; draw < DRAWN; draw++) {
            SplitMix random = SplitMix.named("pipeline reach " + draw);
            moves.add(at -> random.nextLong() < 0 ? -limit : limit);
        }
        Map<String, Double> farthest = new LinkedHashMap<>();
        for (Move move : moves) {
            Optional<List<Map<String, Tensor>>> moved = run(child, testCase, moved(testCase.feeds(), pipeline, move));
            if (moved.isEmpty()) {
                return Optional.empty();
            }
            OutputDistances.of(still, moved.get()).forEach((name, far) -> farthest.merge(name, far, Math::max));
        }
        return Optional.of(farthest);
    }

    private Optional<List<Map<String, Tensor>>> run(IsolatedRunner child, PreparedCase testCase, Feeds feeds) {
        if (child.start().isPresent()) {
            return Optional.empty();
        }
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                testCase.artifact(),
                feeds,
                testCase.outputs(),
                testCase.settings().asReference());
        return child.run(job, timeout)
                .result()
                .map(SessionResult::outputs)
                .map(outputs -> outputs.steps())
                .filter(steps -> steps.size() == feeds.steps());
    }

    /** By how much the next element moves. */
    @FunctionalInterface
    private interface Move {
        double at(int index);
    }

    private static Feeds moved(Feeds feeds, CasePipeline pipeline, Move move) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>(feeds.inputs());
        for (PipelineFeed feed : pipeline.feeds()) {
            inputs.computeIfPresent(
                    feed.input(),
                    (name, steps) ->
                            steps.stream().map(tensor -> moved(tensor, move)).toList());
        }
        return new Feeds(inputs, feeds.carry());
    }

    /** A float32 tensor; any other stays, for its limit is zero. */
    private static Tensor moved(Tensor tensor, Move move) {
        if (tensor.dtype() != DType.FLOAT32) {
            return tensor;
        }
        byte[] bytes = tensor.bytes();
        ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes.length; at += Float.BYTES) {
            values.putFloat(at, (float) (values.getFloat(at) + move.at(at)));
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), bytes);
    }
}
