package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import dev.bascule.training.step.TrainingPlan;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The models of a run with one seed, on disk. Immutable.
 *
 * @param timed forward and gradient as a step makes them, of a part of the batch, with the state carried on: to be timed beside it
 * @param evaluated forward as after training, at the batch in which held-out data are looked at
 * @param evaluationBatch how many that are
 */
public record TrainingModels(
        OnDisk step, OnDisk gradient, OnDisk forward, Timed timed, OnDisk evaluated, int evaluationBatch) {
    private static final int MOST_EVALUATED = 256;

    /** A graph and the file that it is in. */
    public record OnDisk(TrainingGraph graph, ModelArtifact artifact) {}

    /** What is timed beside a step. */
    public record Timed(OnDisk forward, OnDisk gradient) {}

    /**
     * Makes them.
     *
     * @throws BasculeException where the network has something that no gradient is known of
     */
    public static TrainingModels write(TrainingTask task, long seed, Path folder) {
        int held = Math.min(MOST_EVALUATED, task.data().test().count());
        TrainingPlan whole = task.fed(seed, task.batch());
        TrainingPlan part = task.fed(seed, task.part()).in(task.form().precision());
        TrainingGraph forward = TrainingGraphs.forward(whole);
        TrainingGraph step = TrainingGraphs.step(task.plan(seed));
        requireParts(task, forward.masks(), step.masks());
        return new TrainingModels(
                write(step, folder),
                write(TrainingGraphs.gradient(whole.in(task.form().precision())), folder),
                write(forward, folder),
                new Timed(
                        write(TrainingGraphs.forward(part).carryingAll(), folder),
                        write(TrainingGraphs.gradient(part).carryingAll(), folder)),
                write(TrainingGraphs.evaluation(task.fed(seed, held)), folder),
                held);
    }

    /** Masks are cut along their first axis, which must be of samples for that. */
    private static void requireParts(TrainingTask task, Map<String, Shape> whole, Map<String, Shape> part) {
        for (Map.Entry<String, Shape> each : part.entrySet()) {
            Shape all = Optional.ofNullable(whole.get(each.getKey())).orElse(each.getValue());
            boolean cut = all.elements()
                            == task.form().accumulation() * each.getValue().elements()
                    && all.dims().get(0)
                            == task.form().accumulation()
                                    * each.getValue().dims().get(0);
            if (!cut) {
                throw new BasculeException(
                        ErrorCode.MODEL_UNTRAINABLE,
                        "'%s' has a dropout at %s, which is not cut in parts along the batch"
                                .formatted(task.network().name(), each.getValue()),
                        "leave --accumulate or --dropout out");
            }
        }
    }

    /** The same with what a target is given in the place of two of them. */
    TrainingModels planted(UnaryOperator<ModelProto> step, UnaryOperator<ModelProto> gradient, Path folder) {
        return new TrainingModels(
                write(with(this.step.graph(), step), folder),
                write(with(this.gradient.graph(), gradient), folder),
                forward,
                timed,
                evaluated,
                evaluationBatch);
    }

    private static TrainingGraph with(TrainingGraph graph, UnaryOperator<ModelProto> change) {
        return new TrainingGraph(change.apply(graph.model()), graph.parameters(), graph.state(), graph.carry());
    }

    /** One graph by itself. */
    public static OnDisk write(TrainingGraph graph, Path folder) {
        byte[] bytes = graph.model().toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve(sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        return new OnDisk(graph, new ModelArtifact(sha256, bytes.length, file));
    }
}
