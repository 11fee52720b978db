package dev.bascule.studies.quantization;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What follows from a point of texts or vectors alone. Made anew each time. Immutable.
 *
 * @param perplexity the exponential of the mean loss of the next token; empty of no text
 * @param cosine the mean with the unquantised model's vectors; empty of no vectors
 * @param ranks how much the order of similar vectors differs: 1 less Spearman's correlation, mean over vectors, with Student's
 *     interval; empty of no vectors
 */
public record FurtherFigures(OptionalDouble perplexity, OptionalDouble cosine, Optional<PairedLoss> ranks) {

    /** Of a point; a figure that one sample lacks is lacking. */
    public static FurtherFigures of(Point point) {
        OptionalDouble nats = mean(of(point, SampleAnswer.Further::nats));
        Optional<double[]> ranks = of(point, SampleAnswer.Further::ranks);
        return new FurtherFigures(
                nats.isPresent() ? OptionalDouble.of(Math.exp(nats.getAsDouble())) : nats,
                mean(of(point, SampleAnswer.Further::cosine)),
                ranks.map(known -> PairedLoss.of(
                        java.util.Arrays.stream(known).map(each -> 1 - each).toArray(), new double[known.length])));
    }

    public boolean isKnown() {
        return perplexity.isPresent() || cosine.isPresent() || ranks.isPresent();
    }

    private static OptionalDouble mean(Optional<double[]> known) {
        return known.map(values -> java.util.Arrays.stream(values).average()).orElse(OptionalDouble.empty());
    }

    private static Optional<double[]> of(Point point, Function<SampleAnswer.Further, Optional<Double>> figure) {
        double[] known = point.answers().stream()
                .flatMap(answer -> answer.further().flatMap(figure).stream())
                .mapToDouble(each -> Objects.requireNonNull(each))
                .toArray();
        return known.length == point.answers().size() && known.length > 0 ? Optional.of(known) : Optional.empty();
    }
}
