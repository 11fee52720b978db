package dev.bascule.studies.distributed;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.RankLine.PartStep;
import dev.bascule.studies.distributed.RankLine.Trained;
import dev.bascule.studies.distributed.TrainingReport.Bubble;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** How fast ranks trained one way, from what they told of each step but the first, in which libraries warm up. Immutable. */
record TrainingFigures(RankRun run, String way) {
    /** Of less than this, others had the processors: a time beside another time says nothing. */
    static final double UNDISTURBED = 0.8;

    /** The slowest rank's times of the steps that all told. */
    static Samples steps(RankRun run, String way) {
        return new TrainingFigures(run, way).steps();
    }

    Samples steps() {
        return Samples.ofMillis(perStep(TrainingFigures::total, DoubleStream::max));
    }

    private static double total(Trained step) {
        return step.computeMillis() + step.talkMillis();
    }

    /** One figure of each step that all ranks told. */
    private double[] perStep(ToDoubleFunction<Trained> figure, Function<DoubleStream, OptionalDouble> over) {
        int last = run.of(0, Trained.class).stream()
                .filter(step -> step.way().equals(way))
                .mapToInt(Trained::step)
                .max()
                .orElse(0);
        return IntStream.rangeClosed(2, last)
                .mapToObj(number -> run.all(Trained.class)
                        .filter(step -> step.way().equals(way) && step.step() == number)
                        .mapToDouble(figure)
                        .toArray())
                .filter(told -> told.length == run.ranks())
                .mapToDouble(told -> over.apply(DoubleStream.of(told)).orElseThrow())
                .toArray();
    }

    OptionalDouble efficiency(Samples one, boolean oversubscribed) {
        Samples steps = steps();
        return oversubscribed || steps.isEmpty() || one.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(one.median() / (run.ranks() * steps.median()));
    }

    /** The share of their computing in which ranks had a processor; 1 where none computed. */
    double had() {
        List<Trained> told = run.all(Trained.class)
                .filter(step -> step.way().equals(way) && step.step() > 1)
                .toList();
        double computing = told.stream().mapToDouble(Trained::computeMillis).sum();
        return computing > 0
                ? Math.min(
                        1, told.stream().mapToDouble(Trained::processorMillis).sum() / computing)
                : 1;
    }

    OptionalDouble communication() {
        return median(run.all(Trained.class)
                .filter(step -> step.way().equals(way) && step.step() > 1 && total(step) > 0)
                .mapToDouble(step -> step.talkMillis() / total(step))
                .toArray());
    }

    OptionalDouble balance() {
        double[] computing = IntStream.range(0, run.ranks())
                .mapToDouble(rank -> median(run.of(rank, Trained.class).stream()
                                .filter(step -> step.way().equals(way) && step.step() > 1)
                                .mapToDouble(Trained::computeMillis)
                                .toArray())
                        .orElse(0))
                .toArray();
        double slowest = DoubleStream.of(computing).max().orElse(0);
        return slowest > 0
                ? OptionalDouble.of(DoubleStream.of(computing).average().orElse(0) / slowest)
                : OptionalDouble.empty();
    }

    Optional<StepShares> shares(int stages, int microBatches) {
        OptionalDouble wall = median(perStep(TrainingFigures::total, DoubleStream::max));
        OptionalDouble mean = median(perStep(Trained::computeMillis, DoubleStream::average));
        OptionalDouble most = median(perStep(Trained::computeMillis, DoubleStream::max));
        return wall.orElse(0) > 0
                ? Optional.of(
                        StepShares.of(wall.getAsDouble(), mean.orElseThrow(), most.orElseThrow(), stages, microBatches))
                : Optional.empty();
    }

    /** How long each stage was idle in the slowest rank's time of each step; empty where there is one stage. */
    Optional<Bubble> bubble(Strategy.Way of) {
        Samples steps = steps();
        if (of.layout().stages() == 1 || steps.isEmpty()) {
            return Optional.empty();
        }
        List<Double> idle = IntStream.range(0, of.layout().stages())
                .mapToObj(stage -> of.layout()
                        .all()
                        .filter(rank -> of.layout().stage(rank) == stage)
                        .mapToDouble(this::idle)
                        .average()
                        .orElseThrow())
                .toList();
        return Optional.of(new Bubble(idle, of.bubble()));
    }

    private double idle(int rank) {
        double[] walls = steps().millis();
        double[] busy = run.of(rank, PartStep.class).stream()
                .filter(step -> step.way().equals(way) && step.step() > 1)
                .mapToDouble(step -> step.computeMillis() + step.combineMillis())
                .toArray();
        return median(IntStream.range(0, Math.min(walls.length, busy.length))
                        .filter(i -> walls[i] > 0)
                        .mapToDouble(i -> Math.max(0, 1 - busy[i] / walls[i]))
                        .toArray())
                .orElse(0);
    }

    private static OptionalDouble median(double[] values) {
        return values.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Samples.ofMillis(values).median());
    }

    /** What a step waits for most, in words, of each way of which that is seen. */
    static String bottleneck(List<TrainingReport.Row> rows, boolean oversubscribed) {
        if (oversubscribed) {
            return "processors: there are fewer than ranks";
        }
        String words = rows.stream()
                .flatMap(row -> row.shares().stream().map(shares -> "%s: %s".formatted(row.way(), shares.bottleneck())))
                .collect(Collectors.joining(" | "));
        return words.isEmpty() ? "not known: no way has times of its parts" : words;
    }
}
