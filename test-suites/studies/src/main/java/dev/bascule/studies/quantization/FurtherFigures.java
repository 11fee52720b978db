package dev.bascule.studies.quantization;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What follows from a point of texts or vectors alone. Made anew each time. Immutable.
 *
 * @param perplexity the exponential of the mean loss of the next token; empty of no text
 * @param cosine the mean with the unquantised model's vectors; empty of no vectors
 * @param ranks how much the order of similar vectors differs: 1 less Spearman's correlation, mean over vectors. Its interval is the
 *     jackknife's, that leaves out each vector (Tukey, "Bias and confidence in not quite large samples", 1958), with Student's
 *     quantile: correlations share vectors and are not independent. Empty of no vectors
 */
public record FurtherFigures(OptionalDouble perplexity, OptionalDouble cosine, Optional<PairedLoss> ranks) {

    /** Of a point; a figure that one sample lacks is lacking. */
    public static FurtherFigures of(Point point) {
        OptionalDouble nats = mean(of(point, SampleAnswer.Further::nats));
        Optional<double[]> ranks = of(point, SampleAnswer.Further::ranks);
        return new FurtherFigures(
                nats.isPresent() ? OptionalDouble.of(Math.exp(nats.getAsDouble())) : nats,
                mean(of(point, SampleAnswer.Further::cosine)),
                ranks.map(known -> lost(known, of(point, SampleAnswer.Further::ranksWithout))));
    }

    private static PairedLoss lost(double[] ranks, Optional<double[]> without) {
        double[] all = new double[ranks.length];
        Arrays.fill(all, 1);
        return PairedLoss.jackknifed(
                lost(ranks), lost(all), without.map(FurtherFigures::lost), leastHalf(ranks.length));
    }

    /**
     * How much more order one loses than the other. The jackknife leaves out the same sentence of both.
     *
     * @throws IllegalArgumentException for points of which it is not known
     */
    static PairedLoss lostOrder(Point own, Point other) {
        return PairedLoss.jackknifed(
                lost(of(own, SampleAnswer.Further::ranks).orElseThrow(IllegalArgumentException::new)),
                lost(of(other, SampleAnswer.Further::ranks).orElseThrow(IllegalArgumentException::new)),
                of(own, SampleAnswer.Further::ranksWithout)
                        .flatMap(mine ->
                                of(other, SampleAnswer.Further::ranksWithout).map(its -> less(its, mine))),
                leastHalf(own.answers().size()));
    }

    /**
     * Of an interval, as if in one line two neighbours had changed places: where no order changed at all, the jackknife has no width, and few
     * lines do not show that nothing is lost. Such a swap of n - 1 others takes 12 / ((n - 2)(n - 1) n) from Spearman's correlation.
     */
    static double leastHalf(int n) {
        return n < EmbeddingReader.FEWEST ? 0 : PairedLoss.quantile(n) * 12 / ((n - 2.0) * (n - 1) * n) / n;
    }

    private static double[] lost(double[] ranks) {
        return Arrays.stream(ranks).map(each -> 1 - each).toArray();
    }

    private static double[] less(double[] one, double[] other) {
        return IntStream.range(0, one.length)
                .mapToDouble(i -> one[i] - other[i])
                .toArray();
    }

    public boolean isKnown() {
        return perplexity.isPresent() || cosine.isPresent() || ranks.isPresent();
    }

    private static OptionalDouble mean(Optional<double[]> known) {
        return known.map(values -> Arrays.stream(values).average()).orElse(OptionalDouble.empty());
    }

    private static Optional<double[]> of(Point point, Function<SampleAnswer.Further, Optional<Double>> figure) {
        double[] known = point.answers().stream()
                .flatMap(answer -> answer.further().flatMap(figure).stream())
                .mapToDouble(each -> Objects.requireNonNull(each))
                .toArray();
        return known.length == point.answers().size() && known.length > 0 ? Optional.of(known) : Optional.empty();
    }
}
