package dev.bascule.studies.quantization;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a variant loses on each sample, by what is known of it. */
public enum Loss {
    /** 1 less what is right. */
    ACCURACY("accuracy", answer -> answer.right().map(right -> 1 - right)),
    /** What the next token of a text costs. */
    NEXT_TOKEN("loss of the next token (a point is 0.01 nats a token, some 1 % of perplexity)", SampleAnswer::nats),
    /**
     * How much the order of similar vectors differs. It is judged before {@link #AGREEMENT}: whether one vector stays the nearest changes
     * seldom, so that few sentences show little of it.
     */
    ORDER(
            "order of similar sentences, beside the unquantised model's (a point is 0.01 of Spearman's correlation over just these sentences:"
                    + " among more, less); only that is known",
            answer -> answer.further().flatMap(SampleAnswer.Further::ranks).map(ranks -> 1 - ranks)),
    /** 1 less what agrees with the unquantised model on the same target. */
    AGREEMENT(
            "agreement with the unquantised model; only agreement is known",
            answer -> answer.agrees().map(same -> 1 - same)),
    /** The mean relative difference of outputs. */
    DEVIATION("mean relative difference of outputs to the unquantised model's; only that is known", SampleAnswer::mean);

    private final String words;
    private final Function<SampleAnswer, Optional<Double>> of;

    Loss(String words, Function<SampleAnswer, Optional<Double>> of) {
        this.words = words;
        this.of = of;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /**
     * The first of these that the unquantised model knows on every sample; empty where there is none. Where it says one class
     * everywhere, whoever always says so agrees, and that is no measure.
     */
    static Optional<Loss> of(Point base, boolean labelsTell) {
        boolean agreementTells = base.commonest().filter(Commonest::isAlways).isEmpty();
        return Stream.of(values())
                .filter(each -> each != ACCURACY || labelsTell)
                .filter(each -> each != AGREEMENT || agreementTells)
                .filter(each -> each.of(base).isPresent())
                .findFirst();
    }

    /** How much more the own one loses than the other; empty where of a sample of either nothing is known. */
    public Optional<PairedLoss> paired(Point own, Point other) {
        return of(own).flatMap(losses -> of(other)
                .filter(its -> its.length == losses.length)
                .map(its -> switch (this) {
                    case ACCURACY -> PairedLoss.ofCounts(losses, its);
                    case AGREEMENT -> {
                        boolean single =
                                own.mostPlaces() == 1 && other.mostPlaces() == 1 && areCounts(losses) && areCounts(its);
                        yield single
                                ? PairedLoss.ofCounts(losses, its)
                                : PairedLoss.ofShares(losses, its, Math.min(own.fewestPlaces(), other.fewestPlaces()));
                    }
                    case ORDER -> FurtherFigures.lostOrder(own, other);
                    case NEXT_TOKEN, DEVIATION -> PairedLoss.of(losses, its);
                }));
    }

    /**
     * How much more, by the interval of {@link #paired}, one may lose whose every sample loses just what the unquantised model's does.
     *
     * @param base the unquantised model's, which says of what kind samples are
     * @param n samples, {@value PairedLoss#FEWEST} or more
     */
    double leastShown(Point base, int n) {
        return switch (this) {
            case ACCURACY -> PairedLoss.leastOfCounts(n);
            case AGREEMENT ->
                base.mostPlaces() == 1 ? PairedLoss.leastOfCounts(n) : PairedLoss.leastOfShares(n, base.fewestPlaces());
            case ORDER -> FurtherFigures.leastHalf(n);
            case NEXT_TOKEN, DEVIATION -> 0;
        };
    }

    private static boolean areCounts(double[] losses) {
        return Arrays.stream(losses).allMatch(loss -> loss == 0 || loss == 1);
    }

    /** On each sample; empty where one has none. */
    public Optional<double[]> of(Point point) {
        double[] losses = point.answers().stream()
                .flatMap(answer -> of.apply(answer).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return losses.length == point.answers().size() && losses.length > 0 ? Optional.of(losses) : Optional.empty();
    }
}
