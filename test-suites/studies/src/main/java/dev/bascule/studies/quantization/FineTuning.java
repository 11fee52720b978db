package dev.bascule.studies.quantization;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingStart;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.studies.training.Walk;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.imported.ImportedNetwork;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Trains what methods have trained: on native CPU, by {@code train}'s own step graph, on the samples of {@link SampleSplit#learning()} alone, in an order that the
 * source's seed draws. Adam, whose rate falls along half a cosine. All in one runner, which is begun when the first is trained. Belongs to one thread.
 */
public final class FineTuning implements AutoCloseable {
    static final int BATCH = 32;
    private static final double RATE = 1e-3;
    /** As long as nobody asks whether to stop. */
    private static final int STRETCH = 50;
    /** The method that trains and does nothing else. */
    public static final String ALONE = "finetune";
    /** Steps whose losses are told of, at both ends. */
    private static final int TOLD = 10;

    private final Stage natively;
    private final SampleSplit samples;
    private final Path folder;
    private final int steps;
    private final boolean alone;
    private final IsolatedRunner runner;

    /**
     * Trains nothing yet.
     *
     * @param natively native CPU
     * @param samples of which those to learn from are fed
     * @param folder for step graphs
     * @param steps of each method
     * @param alone whether {@link #ALONE} is made too, so that others can be held against it
     */
    public FineTuning(Stage natively, SampleSplit samples, Path folder, int steps, boolean alone) {
        this.natively = natively;
        this.samples = samples;
        this.folder = folder;
        this.steps = steps;
        this.alone = alone;
        this.runner = natively.place().source().isolated(natively.place().backend());
    }

    @Override
    public void close() {
        runner.close();
    }

    /** What came of it. */
    public sealed interface Result {}

    /** Nothing, and why. */
    public record None(String why) implements Result {}

    /** What a method is given. */
    public record Found(Learnt learnt) implements Result {}

    /** Trains what one method wants. */
    public Result of(TrainedMethod method, Source source) {
        return of(method, source, LessonForms.Learning.ALL);
    }

    /** @param learning else than all of it as a control */
    Result of(TrainedMethod method, Source source, LessonForms.Learning learning) {
        if (samples.learning().isEmpty()) {
            return new None(
                    "its weights are learnt from labelled samples, and these have no labels: --data takes some");
        }
        if (samples.learning().size() < BATCH) {
            return new None("a step learns from %d samples, and there are %d to learn from"
                    .formatted(BATCH, samples.learning().size()));
        }
        Lesson lesson = method.lesson(source);
        if (lesson instanceof Lesson.Refused refused) {
            return new None(refused.why());
        }
        Lesson.Of taught = (Lesson.Of) lesson;
        try {
            ImportedNetwork network =
                    ImportedNetwork.of(method.name(), taught.model(), LessonForms.of(taught, learning));
            LabelledData data = LearningData.of(samples);
            Optional<String> misfit = LearningData.misfit(network, data);
            return misfit.isPresent()
                    ? new None(misfit.orElseThrow())
                    : trained(taught, task(network, data), source.seed());
        } catch (BasculeException untrainable) {
            return new None("it is not trained: " + untrainable.failure().message());
        }
    }

    private TrainingTask task(ImportedNetwork network, LabelledData data) {
        LearningRate rate = new LearningRate.Cosine(RATE, 0, 0, Math.max(2, steps));
        return new TrainingTask(
                network,
                data,
                Optimizers.of("adam", OptimizerSettings.DEFAULTS.withRate(rate)),
                BATCH,
                false,
                OptionalDouble.empty());
    }

    private Result trained(Lesson.Of taught, TrainingTask task, long seed) {
        TrainingModels.OnDisk step = TrainingModels.write(TrainingGraphs.step(task.fed(seed, BATCH)), folder);
        StepOrder order = new StepOrder(task, seed);
        PlaceSessions.Asked asked = new PlaceSessions(natively.place(), runner, natively.ids(), natively.timeout())
                .open(
                        step.artifact(),
                        ExactTraining.openingFeeds(step.graph(), order, TrainingStart.ANEW),
                        List.of(TrainingGraph.LOSS),
                        SessionSettings.defaults().withEvidence(false));
        if (asked.session().isEmpty()) {
            return new None("native CPU did not open its training step: "
                    + asked.fault()
                            .map(Ended::of)
                            .map(ended -> ended.failure().message())
                            .orElse("it gave no reason"));
        }
        CheckedSession session = asked.session().orElseThrow();
        Walk walk = new Walk(session, step.graph(), order, BATCH, TrainingStart.ANEW, natively.timeout());
        Optional<TrainingStart> state = walked(walk);
        PlaceSessions.end(session);
        return state.isEmpty()
                ? new None("native CPU did not train it: "
                        + walk.ended().map(ended -> ended.failure().message()).orElse("it was stopped by the user"))
                : found(taught, task.network().name(), state.orElseThrow(), walk.losses(), seed);
    }

    private Optional<TrainingStart> walked(Walk walk) {
        Optional<TrainingStart> state = Optional.empty();
        for (int left = steps; left > 0; left -= STRETCH) {
            state = Thread.currentThread().isInterrupted() ? Optional.empty() : walk.onAndRead(Math.min(STRETCH, left));
            if (state.isEmpty()) {
                return state;
            }
        }
        return state;
    }

    private Result found(Lesson.Of taught, String method, TrainingStart state, List<Float> losses, long seed) {
        double first = mean(losses.subList(0, Math.min(TOLD, losses.size())));
        double last = mean(losses.subList(Math.max(0, losses.size() - TOLD), losses.size()));
        if (!Double.isFinite(last)) {
            return new None("it diverged: the loss of its last steps is %s".formatted(last));
        }
        Map<String, Tensor> now = state.state();
        return new Found(new Learnt(
                LessonForms.values(taught, now),
                LessonForms.scales(taught, now),
                Map.of(
                        "steps", String.valueOf(losses.size()),
                        "batch", String.valueOf(BATCH),
                        "optimizer", "adam, %s falling to 0 by half a cosine".formatted(RATE),
                        "seed", String.valueOf(seed),
                        "samples",
                                "%d of %d"
                                        .formatted(
                                                fed(losses.size()),
                                                samples.learning().size())),
                List.of(
                        "trained on %,d of %,d samples of %s's train part natively on CPU, %d steps of %d: loss %.3g in its first steps, %.3g in its last%s"
                                .formatted(
                                        fed(losses.size()),
                                        samples.learning().size(),
                                        samples.name(),
                                        losses.size(),
                                        BATCH,
                                        first,
                                        last,
                                        alone && !method.equals(ALONE)
                                                ? "; '%s' says what so many steps gain by themselves".formatted(ALONE)
                                                : ""))));
    }

    /** How many samples steps were fed: an epoch feeds none twice. What one drops at its end, others draw. */
    private long fed(int taken) {
        return Math.min((long) taken * BATCH, samples.learning().size());
    }

    private static double mean(List<Float> losses) {
        return losses.stream().mapToDouble(Float::doubleValue).average().orElse(Double.NaN);
    }
}
