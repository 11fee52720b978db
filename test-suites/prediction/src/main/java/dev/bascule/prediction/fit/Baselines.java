package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** What anybody would try first. A prediction that is no better than the best of these is not worth its code. Stateless. */
public final class Baselines {
    private static final double PULL = 1e-6;

    private Baselines() {}

    /** A line through log-operations and log-time. */
    public static final Method FLOPS = new Method(
            "flops",
            Level.L0,
            "a line through the logarithms of operations and time",
            lesson -> line(lesson, work ->
                    new double[] {1, Math.log(1 + work.total().operations())}));

    /** A plane through log-operations, log-bytes and log-time. */
    public static final Method FLOPS_AND_BYTES = new Method(
            "flops+bytes",
            Level.L0,
            "a plane through the logarithms of operations, bytes and time",
            lesson -> line(lesson, work -> new double[] {
                1,
                Math.log(1 + work.total().operations()),
                Math.log(1 + work.total().bytes())
            }));

    /** The time of the most similar model, scaled by operations. */
    public static final Method NEAREST = new Method(
            "nearest", Level.L0, "the time of the model with the most similar operators and size, scaled", lesson -> {
                List<PredictedModel> models = lesson.models();
                return question -> {
                    Optional<PredictedModel> nearest = models.stream()
                            .min(Comparator.comparingDouble(model ->
                                    distance(model.work(), question.model().work())));
                    return nearest.isEmpty()
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(lesson.log(nearest.get())
                                    + Math.log(
                                            1 + question.model().work().total().operations())
                                    - Math.log(1 + nearest.get().work().total().operations()));
                };
            });

    /** The time on native CPU, times the median of all models' ratios. */
    public static final Method MEDIAN_RATIO = new Method(
            "median-ratio",
            Level.L1,
            "the time measured on native CPU, times the median ratio of all models",
            lesson -> {
                List<PredictedModel> pairs = lesson.pairs();
                if (pairs.isEmpty()) {
                    return question -> OptionalDouble.empty();
                }
                double ratio = Regression.median(pairs, lesson::ratio);
                return question -> {
                    OptionalDouble cpu = lesson.onCpu(question);
                    return cpu.isPresent() ? OptionalDouble.of(cpu.getAsDouble() + ratio) : cpu;
                };
            });

    /** All of them. */
    public static final List<Method> ALL = List.of(FLOPS, FLOPS_AND_BYTES, NEAREST, MEDIAN_RATIO);

    /** What knows nothing of a model: the one time whose mean error, as a share of the measured time, is least. */
    static final Method SAME_FOR_ALL =
            new Method("same-for-all", Level.L0, "one time for all models", Baselines::sameForAll);

    /** Of these each is to miss more than a figure that is told. */
    static final List<Method> OF_FIGURES =
            Stream.concat(Stream.of(SAME_FOR_ALL), ALL.stream()).toList();

    /** The median by the weights of one over the time (Laplace, 1774): no sum of |t - measured| / measured is less. */
    private static Fit sameForAll(Lesson lesson) {
        double[] sorted =
                lesson.models().stream().mapToDouble(lesson::log).sorted().toArray();
        double all = Arrays.stream(sorted).map(log -> Math.exp(-log)).sum();
        double sum = 0;
        for (double log : sorted) {
            sum += Math.exp(-log);
            if (sum >= all / 2) {
                return question -> OptionalDouble.of(log);
            }
        }
        return question -> OptionalDouble.empty();
    }

    private static Fit line(Lesson lesson, Function<WorkSummary, double[]> features) {
        List<PredictedModel> models = lesson.models();
        if (models.isEmpty()) {
            return question -> OptionalDouble.empty();
        }
        double[][] rows =
                models.stream().map(model -> features.apply(model.work())).toArray(double[][]::new);
        double[] y = models.stream().mapToDouble(lesson::log).toArray();
        double[] found = Regression.linear(rows, y, PULL);
        return question ->
                OptionalDouble.of(Regression.dot(features.apply(question.model().work()), found));
    }

    /** By the shares of classes in the operations, and sizes. */
    static double distance(WorkSummary one, WorkSummary other) {
        double sum = square(Math.log(1 + one.total().operations())
                        - Math.log(1 + other.total().operations()))
                / 10;
        for (OperatorClass kind : OperatorClass.values()) {
            sum += square(share(one, kind) - share(other, kind));
        }
        return sum;
    }

    private static double share(WorkSummary work, OperatorClass kind) {
        return work.of(kind).operations() / (1 + work.total().operations());
    }

    private static double square(double value) {
        return value * value;
    }
}
