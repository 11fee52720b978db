package dev.bascule.studies.training;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.training.peer.PeerBatches;
import dev.bascule.studies.training.peer.PeerPrecision;
import dev.bascule.studies.training.peer.PeerRequest;
import dev.bascule.studies.training.peer.PeerRun;
import dev.bascule.studies.training.peer.PeerStep;
import dev.bascule.studies.training.peer.TrainingPeer;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Has peers train what the targets train, in 32-bit floats, and holds them against the same. Belongs to the evaluator's thread. */
final class PeerTrainer {
    private final TrainingTask task;
    private final TrainingLimits limits;
    private final Evaluator evaluator;

    PeerTrainer(TrainingTask task, TrainingLimits limits, Evaluator evaluator) {
        this.task = task;
        this.limits = limits;
        this.evaluator = evaluator;
    }

    /**
     * Trains.
     *
     * @param run which begins anew
     * @param settings that the optimizer was made of
     */
    PeerTraining train(TrainingPeer peer, OptimizerSettings settings, int threads, SeedRun run, int steps) {
        TrainingGraph forward = run.models().forward().graph();
        StepOrder order = new StepOrder(task, run.seed());
        PeerRun ran = peer.train(new PeerRequest(
                forward,
                forward.state(),
                batches(order, steps),
                task.optimizer().name(),
                settings,
                task.clip(),
                PeerPrecision.FLOAT32,
                threads,
                limits.training()));
        return ran.fold(
                all -> trained(peer.name(), run, all),
                absent -> fallen(peer.name(), run, absent.failure(), List.of()),
                failed -> fallen(peer.name(), run, failed.failure(), failed.steps()));
    }

    private static PeerBatches batches(StepOrder order, int steps) {
        return new PeerBatches() {
            @Override
            public int count() {
                return steps;
            }

            @Override
            public Map<String, Tensor> batch(int index) {
                return order.samples(index + 1L);
            }
        };
    }

    private PeerTraining trained(String name, SeedRun run, PeerRun.Ran ran) {
        List<Float> losses = losses(ran.steps());
        List<String> notes = new ArrayList<>();
        return new PeerTraining(
                name,
                run.seed(),
                Optional.of(ran.engine()),
                OptionalInt.of(ran.threads()),
                losses,
                gradients(run, ran),
                trajectory(run, losses),
                Optional.of(Agreement.of(losses, run.reference())),
                evaluation(run, ran, notes),
                times(ran.steps()),
                Optional.empty(),
                notes);
    }

    private PeerTraining fallen(String name, SeedRun run, Failure why, List<PeerStep> steps) {
        List<Float> losses = losses(steps);
        return new PeerTraining(
                name,
                run.seed(),
                Optional.empty(),
                OptionalInt.empty(),
                losses,
                Optional.empty(),
                trajectory(run, losses),
                losses.isEmpty() ? Optional.empty() : Optional.of(Agreement.of(losses, run.reference())),
                Optional.empty(),
                PeerTraining.Times.NONE,
                Optional.of(why),
                List.of());
    }

    /** A peer takes batches as a whole: of parts of them there is nothing to hold it against. */
    private Optional<Trajectory> trajectory(SeedRun run, List<Float> losses) {
        return losses.isEmpty() || run.exact().parts().isEmpty() || task.form().accumulation() > 1
                ? Optional.empty()
                : Optional.of(Trajectory.of(run.exact().parts(), losses, 1));
    }

    /** Of the first batch, with the loss that it came of. */
    private static Optional<GradientJudgement> gradients(SeedRun run, PeerRun.Ran ran) {
        if (run.exact().gradients().isEmpty()) {
            return Optional.empty();
        }
        Map<String, Tensor> got = new LinkedHashMap<>();
        ran.gradients().forEach((name, tensor) -> got.put(name + TrainingGraph.GRADIENT, tensor));
        ran.steps().stream()
                .findFirst()
                .ifPresent(step -> got.put(TrainingGraph.LOSS, Tensor.floats(Shape.of(), (float) step.loss())));
        return Optional.of(GradientJudge.of(
                run.exact().gradients().subList(0, 1), List.of(got), run.differences(), run.parameters()));
    }

    private Optional<Evaluation> evaluation(SeedRun run, PeerRun.Ran ran, List<String> notes) {
        Set<String> trained = run.models().evaluated().graph().parameters().stream()
                .map(Parameter::name)
                .collect(Collectors.toSet());
        List<String> kept = run.models().evaluated().graph().state().keySet().stream()
                .filter(name -> !trained.contains(name))
                .toList();
        if (!kept.isEmpty()) {
            notes.add("no accuracy: it keeps no running means, by which %s answers"
                    .formatted(task.network().name()));
            return Optional.empty();
        }
        Duration took = ran.steps().stream()
                .map(step -> step.forward().plus(step.backward()).plus(step.update()))
                .reduce(Duration.ZERO, Duration::plus);
        Optional<Evaluation> evaluation = evaluator.of(
                run.models(), new TrainingStart(ran.parameters(), ran.steps().size()), took);
        if (evaluation.isEmpty()) {
            notes.add("native CPU did not answer for held-out data");
        }
        return evaluation;
    }

    private static PeerTraining.Times times(List<PeerStep> steps) {
        return new PeerTraining.Times(
                millis(steps, PeerStep::forward), millis(steps, PeerStep::backward), millis(steps, PeerStep::update));
    }

    private static Samples millis(List<PeerStep> steps, Function<PeerStep, Duration> part) {
        return Samples.ofMillis(steps.stream()
                .mapToDouble(step -> part.apply(step).toNanos() / 1e6)
                .toArray());
    }

    private static List<Float> losses(List<PeerStep> steps) {
        return steps.stream().map(step -> (float) step.loss()).toList();
    }
}
