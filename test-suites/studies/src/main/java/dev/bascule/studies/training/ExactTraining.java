package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.step.StepForm;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run comes to when nothing rounds, with what rounding may make of it: the gradients of its first batches, and the losses of its first
 * steps. Immutable.
 *
 * @param gradients of each of the first batches, with the loss; none where nobody knows them
 * @param parts losses of the first steps, of each part of each
 * @param skipped in mixed precision, beside these, whether a step skips its update: 1, else 0
 * @param moving parameters that the first step moves
 * @param apart with accumulation, the furthest relative distance of these losses to those of whole batches, as far as both are known
 * @param unknown why gradients or losses are missing, or parts are not held against whole batches
 */
public record ExactTraining(
        List<Map<String, ExactOutput>> gradients,
        List<ExactOutput> parts,
        List<ExactOutput> skipped,
        Set<String> moving,
        OptionalDouble apart,
        List<String> unknown) {
    /** A fault of one batch may be a unit on the edge of its step, and of two by chance; of all it is none. */
    public static final int BATCHES = 3;
    /** What 32-bit constants of a graph, such as a third, make of its losses when nothing else rounds. */
    private static final double CONSTANTS = 1e-5;
    /** As a run's reference has it. */
    private static final long SEED = 20_261_125;

    private static final int MANY = 8;
    private static final int FEW = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    public ExactTraining {
        gradients = gradients.stream().map(Map::copyOf).toList();
        parts = List.copyOf(parts);
        skipped = List.copyOf(skipped);
        moving = Collections.unmodifiableSet(new TreeSet<>(moving));
        unknown = List.copyOf(unknown);
    }

    /** Why parts of batches do not come to the same as whole ones; empty where they do, or nobody knows. */
    Optional<String> unlikeWhole() {
        return apart.orElse(0) <= CONSTANTS
                ? Optional.empty()
                : Optional.of(
                        "the step graph itself is wrong: gradients added over the parts of a batch lead up to %.3g off whole batches"
                                .formatted(apart.orElseThrow()));
    }

    /**
     * Computes them.
     *
     * @param steps how many losses are wanted; fewer come where the exact reference is slow
     */
    public static ExactTraining of(
            TrainingTask task,
            TrainingModels models,
            StepOrder order,
            TrainingStart start,
            int steps,
            BooleanSupplier stopped) {
        Reference reference = new Reference(task.form(), stopped, new ArrayList<>());
        List<Map<String, ExactOutput>> gradients =
                reference.gradients(models.gradient().graph(), gradientFeeds(models, order, start));
        return new Steps(task, models, order, start, reference).after(gradients, steps);
    }

    /**
     * Loss and gradients of each step that a graph in 32 bits is fed, with what rounding may make of them; none where nobody knows them.
     *
     * @param unknown is told why
     */
    public static List<Map<String, ExactOutput>> gradients(
            TrainingGraph graph, Feeds feeds, BooleanSupplier stopped, List<String> unknown) {
        return new Reference(StepForm.PLAIN, stopped, unknown).gradients(graph, feeds);
    }

    /** The first batches of a run on the parameters that it begins with. */
    static Feeds gradientFeeds(TrainingModels models, StepOrder order, TrainingStart start) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        models.gradient()
                .graph()
                .state()
                .forEach(
                        (name, tensor) -> inputs.put(name, List.of(start.state().getOrDefault(name, tensor))));
        for (int batch = 0; batch < BATCHES; batch++) {
            order.samples(start.step() + 1 + batch)
                    .forEach((name, tensor) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(tensor));
        }
        return new Feeds(inputs, Map.of());
    }

    /** The first part of a run: what a session is opened with. */
    public static Feeds openingFeeds(TrainingGraph step, StepOrder order, TrainingStart start) {
        return feeds(step, start, List.of(order.parts(start.step() + 1).get(0)));
    }

    private static Feeds feeds(TrainingGraph step, TrainingStart start, List<Map<String, Tensor>> fed) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        start.of(step).forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        for (Map<String, Tensor> one : fed) {
            one.forEach((name, tensor) ->
                    inputs.computeIfAbsent(name, any -> new ArrayList<>()).add(tensor));
        }
        return new Feeds(inputs, step.carry());
    }

    /** The exact reference with its limits. */
    private record Reference(StepForm form, BooleanSupplier stopped, List<String> unknown) {
        List<Map<String, ExactOutput>> gradients(TrainingGraph graph, Feeds feeds) {
            List<String> outputs = new ArrayList<>(List.of(TrainingGraph.LOSS));
            graph.parameters().forEach(each -> outputs.add(each.name() + TrainingGraph.GRADIENT));
            return run(graph.model(), feeds, outputs, MANY)
                    .map(ExactResult.Known::steps)
                    .orElse(List.of());
        }

        Optional<ExactResult.Known> run(ModelProto model, Feeds feeds, List<String> outputs, int noisy) {
            long end = System.nanoTime() + 3 * LIMIT.toNanos();
            ExactResult result = new ExactModel(model)
                    .run(
                            feeds,
                            outputs,
                            // Who computes products in 16 bits may add them up so.
                            new ExactModel.Plan(noisy, SEED, form.isMixed()),
                            () -> System.nanoTime() - end > 0 || stopped.getAsBoolean());
            if (result instanceof ExactResult.Known known) {
                return Optional.of(known);
            }
            unknown.add(((ExactResult.Unknown) result).why());
            return Optional.empty();
        }
    }

    /** The first steps, each on the state that the one before left. */
    private record Steps(
            TrainingTask task, TrainingModels models, StepOrder order, TrainingStart start, Reference reference) {
        ExactTraining after(List<Map<String, ExactOutput>> gradients, int steps) {
            TrainingGraph graph = models.step().graph();
            List<String> moved = graph.parameters().stream()
                    .map(each -> each.name() + TrainingGraph.NEXT)
                    .toList();
            Optional<ExactResult.Known> first = reference.run(graph.model(), feeds(1), moved, 0);
            if (first.isEmpty()) {
                return new ExactTraining(
                        gradients, List.of(), List.of(), Set.of(), OptionalDouble.empty(), reference.unknown());
            }
            Map<String, ExactOutput> updated =
                    first.get().steps().get(first.get().steps().size() - 1);
            Map<String, Tensor> begun = start.of(graph);
            Set<String> moving = graph.parameters().stream()
                    .map(Parameter::name)
                    .filter(name -> !isStill(updated.get(name + TrainingGraph.NEXT), begun.get(name)))
                    .collect(Collectors.toSet());
            long step = Math.max(1, first.get().took().toMillis());
            int noisy = step * steps * (1 + MANY) < LIMIT.toMillis() ? MANY : FEW;
            long affordable = Math.max(2, LIMIT.toMillis() / (step * (1 + noisy)));
            int count = Math.toIntExact(Math.min(steps, affordable));
            List<String> wanted = task.form().isMixed()
                    ? List.of(TrainingGraph.LOSS, TrainingGraph.SKIPPED)
                    : List.of(TrainingGraph.LOSS);
            List<Map<String, ExactOutput>> known = reference
                    .run(graph.model(), feeds(count), wanted, noisy)
                    .map(ExactResult.Known::steps)
                    .orElse(List.of());
            List<ExactOutput> losses = each(known, TrainingGraph.LOSS);
            return new ExactTraining(
                    gradients,
                    losses,
                    task.form().isMixed() ? each(known, TrainingGraph.SKIPPED) : List.of(),
                    moving,
                    apart(losses, count),
                    reference.unknown());
        }

        private Feeds feeds(int steps) {
            List<Map<String, Tensor>> fed = new ArrayList<>();
            for (int step = 1; step <= steps; step++) {
                fed.addAll(order.parts(start.step() + step));
            }
            return ExactTraining.feeds(models.step().graph(), start, fed);
        }

        /** Whether an exact output has the bits that a parameter began with. */
        private static boolean isStill(@Nullable ExactOutput next, @Nullable Tensor begun) {
            return next == null || !(next.value() instanceof Value.One one) || Objects.equals(one.tensor(), begun);
        }

        private static List<ExactOutput> each(List<Map<String, ExactOutput>> steps, String output) {
            return steps.stream()
                    .map(one -> Optional.ofNullable(one.get(output)).orElseThrow())
                    .toList();
        }

        /** Batch normalisation takes moments of what it is given: with it parts are no whole. */
        private OptionalDouble apart(List<ExactOutput> losses, int steps) {
            int parts = task.form().accumulation();
            boolean normalises = models.evaluated().graph().state().size()
                    > models.evaluated().graph().parameters().size();
            if (parts == 1 || losses.isEmpty()) {
                return OptionalDouble.empty();
            }
            if (normalises) {
                reference
                        .unknown()
                        .add(
                                "batch normalisation takes its moments of each part by itself: with --accumulate the steps are"
                                        + " others than those of whole batches, and were not held against them");
                return OptionalDouble.empty();
            }
            TrainingTask whole = task.whole();
            TrainingGraph once = TrainingGraphs.step(whole.fed().plan(order.seed()));
            StepOrder batches = new StepOrder(whole.fed(), order.seed());
            List<Map<String, Tensor>> fed = new ArrayList<>();
            for (int step = 1; step <= steps; step++) {
                fed.addAll(batches.parts(start.step() + step));
            }
            List<ExactOutput> expected = reference
                    .run(once.model(), ExactTraining.feeds(once, start, fed), List.of(TrainingGraph.LOSS), 0)
                    .map(known -> each(known.steps(), TrainingGraph.LOSS))
                    .orElse(List.of());
            double furthest = 0;
            for (int step = 0; step < expected.size(); step++) {
                double mean = losses.subList(step * parts, (step + 1) * parts).stream()
                        .mapToDouble(ExactTraining::number)
                        .average()
                        .orElseThrow();
                double exact = number(expected.get(step));
                furthest = Math.max(furthest, Math.abs(mean - exact) / Math.abs(exact));
            }
            return expected.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(furthest);
        }
    }

    static double number(ExactOutput output) {
        return output.exact() instanceof Reals reals ? reals.only() : Double.NaN;
    }
}
