package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Wilson;
import dev.bascule.studies.scenario.Proportion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What follows from a point, beside the unquantised model on the same target. Made anew each time. Immutable.
 *
 * @param right how many answers, of a point that has labels
 * @param of samples
 * @param accuracy of them, with Wilson's interval
 * @param mcNemar the exact p of McNemar's test beside the unquantised model; empty of that itself, and without labels
 * @param agreement the mean share of rows that agree
 * @param divergence the mean, in nats
 * @param greatest difference of any output
 * @param mean difference of outputs
 * @param loss beside the unquantised model; empty of that itself, and where nothing is known
 * @param p50 milliseconds
 * @param p95 milliseconds; empty of fewer than 20 inferences
 * @param inferences that were timed
 * @param ratio of time to the unquantised model's; empty of that itself. Its interval has in it what processes of one model differ by;
 *     of the unquantised model opened again it is that of the pairs alone
 */
public record Figures(
        Optional<Integer> right,
        int of,
        Optional<Share> accuracy,
        OptionalDouble mcNemar,
        OptionalDouble agreement,
        OptionalDouble divergence,
        OptionalDouble greatest,
        OptionalDouble mean,
        Optional<PairedLoss> loss,
        double p50,
        OptionalDouble p95,
        int inferences,
        Optional<Ratio> ratio) {
    private static final int FOR_P95 = 20;

    /** A share with its 95 % interval. */
    public record Share(double value, Interval ci95) {}

    /**
     * Of a point.
     *
     * @param base the unquantised model's on the same target; empty where nobody has it
     * @param loss what is lost; empty where nothing is known
     * @param spread of processes of one model; empty where it was not measured, and then no ratio has an interval
     */
    static Figures of(Point point, Optional<Point> base, Optional<Loss> loss, Optional<ProcessSpread> spread) {
        int of = point.answers().size();
        Optional<double[]> lost = Loss.ACCURACY.of(point);
        Optional<Integer> right = lost.map(losses -> of - (int) Math.round(sum(losses)));
        boolean isBase = point.variant().equals(Variant.ORIGINAL);
        Optional<PairedLoss> byLabels =
                isBase ? Optional.empty() : base.flatMap(other -> Loss.ACCURACY.paired(point, other));
        Samples all = point.timing().all();
        return new Figures(
                right,
                of,
                right.map(count -> new Share((double) count / of, Wilson.of(count, of))),
                byLabels.map(paired -> OptionalDouble.of(Proportion.mcNemar(paired.ownAlone(), paired.otherAlone())))
                        .orElse(OptionalDouble.empty()),
                mean(point, SampleAnswer::agrees),
                mean(point, SampleAnswer::divergence),
                point.answers().stream()
                        .flatMap(answer -> answer.greatest().stream())
                        .mapToDouble(Double::doubleValue)
                        .max(),
                mean(point, SampleAnswer::mean),
                isBase ? Optional.empty() : loss.flatMap(kind -> base.flatMap(other -> kind.paired(point, other))),
                all.median(),
                all.size() < FOR_P95 ? OptionalDouble.empty() : OptionalDouble.of(quantile(all, 0.95)),
                all.size(),
                point.isAgain() ? ratio(point) : ratio(point, spread));
    }

    /** With what processes differ by in its interval; where that was not measured it has none. */
    static Optional<Ratio> ratio(Point point, Optional<ProcessSpread> spread) {
        return ratio(point)
                .map(raw -> spread.map(each -> each.widen(raw))
                        .orElseGet(() -> new Ratio(raw.value(), Optional.empty(), raw.pairs())));
    }

    /** Of the pairs of two processes alone. */
    static Optional<Ratio> ratio(Point point) {
        List<Samples> own = point.timing().ownBlocks();
        List<Samples> other = point.timing().baseBlocks();
        boolean measurable = !other.isEmpty() && Ratio.isMeasurable(own) && Ratio.isMeasurable(other);
        return measurable ? Optional.of(Ratio.ofPairs(own, other)) : Optional.empty();
    }

    /** The least sample that so many are not above (Hyndman and Fan's first type). */
    private static double quantile(Samples samples, double share) {
        double[] sorted = samples.sorted();
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum;
    }

    /** Of all samples; empty where one has none. */
    private static OptionalDouble mean(Point point, Function<SampleAnswer, Optional<Double>> of) {
        List<Double> known = point.answers().stream()
                .flatMap(answer -> of.apply(answer).stream())
                .toList();
        return known.size() < point.answers().size()
                ? OptionalDouble.empty()
                : known.stream()
                        .mapToDouble(each -> Objects.requireNonNull(each))
                        .average();
    }

    /** The interval of the ratio; of the unquantised model 1. */
    Optional<Interval> pace(boolean isBase) {
        return isBase ? Optional.of(new Interval(1, 1)) : ratio.flatMap(Ratio::ci95);
    }

    boolean isSurelyFaster() {
        return ratio.flatMap(Ratio::ci95).map(ends -> ends.high() < 1).orElse(false);
    }

    boolean isSurelySlower() {
        return ratio.flatMap(Ratio::ci95).map(ends -> ends.low() > 1).orElse(false);
    }
}
