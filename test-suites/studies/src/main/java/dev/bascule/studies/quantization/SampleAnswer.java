package dev.bascule.studies.quantization;

import java.util.Optional;

/**
 * What a model's outputs for one sample are worth. Immutable.
 *
 * @param right 1 where the class is the label, else 0; empty without a label or a class
 * @param agrees the share of rows whose greatest class is that of the unquantised model on the same target, of frames the share with
 *     its decision, of a vector 1 where the nearest of the others is the same; empty of anything else
 * @param divergence Kullback and Leibler's, in nats, from the unquantised model's classes; empty of no classifier
 * @param greatest greatest absolute difference to the unquantised model's outputs, each relative to its output's greatest magnitude, of
 *     probabilities of frames as it is; of outputs that are no floats 1 where one is not equal; empty where an output is missing, or is
 *     not finite where that one is, and where there is nothing to compare
 * @param mean the mean of these differences
 * @param further what is known of texts and vectors alone
 * @param places of how many rows or frames {@code agrees} is the share; 1 of anything else
 */
public record SampleAnswer(
        Optional<Double> right,
        Optional<Double> agrees,
        Optional<Double> divergence,
        Optional<Double> greatest,
        Optional<Double> mean,
        Optional<Further> further,
        int places) {

    /**
     * Of a text or a vector.
     *
     * @param nats the model's own mean loss of the next token, in nats; empty of no text
     * @param cosine with the unquantised model's vector; empty of no vector
     * @param ranks Spearman's correlation of its similarities to the other vectors with the unquantised model's; empty of no vector, and
     *     where they are all as near
     * @param ranksWithout the mean of {@code ranks} over the other vectors, where this one is among none of theirs; empty as those
     */
    public record Further(
            Optional<Double> nats, Optional<Double> cosine, Optional<Double> ranks, Optional<Double> ranksWithout) {
        /** @throws IllegalArgumentException for figures that cannot be */
        public Further {
            if (!isDistance(nats) || !isCorrelation(cosine) || !isCorrelation(ranks) || !isCorrelation(ranksWithout)) {
                throw new IllegalArgumentException("no answer is worth %s nats, cosine %s and ranks %s, without it %s"
                        .formatted(nats, cosine, ranks, ranksWithout));
            }
        }

        /** Of which nobody says what the others' order is without it. */
        public Further(Optional<Double> nats, Optional<Double> cosine, Optional<Double> ranks) {
            this(nats, cosine, ranks, Optional.empty());
        }

        static Further ofText(double nats) {
            return new Further(Optional.of(nats), Optional.empty(), Optional.empty());
        }
    }

    /** @throws IllegalArgumentException for figures that cannot be, as of a file that somebody changed */
    public SampleAnswer {
        if (!right.map(each -> each == 0 || each == 1).orElse(true)
                || !agrees.map(each -> each >= 0 && each <= 1).orElse(true)
                || !isDistance(divergence)
                || !isDistance(greatest)
                || !isDistance(mean)
                || places < 1) {
            throw new IllegalArgumentException(
                    "no answer is worth right %s, agrees %s, divergence %s, off %s and %s, of %d places"
                            .formatted(right, agrees, divergence, greatest, mean, places));
        }
    }

    /** Of neither a text nor a vector. */
    public SampleAnswer(
            Optional<Double> right,
            Optional<Double> agrees,
            Optional<Double> divergence,
            Optional<Double> greatest,
            Optional<Double> mean) {
        this(right, agrees, divergence, greatest, mean, Optional.empty());
    }

    /** Of one row. */
    public SampleAnswer(
            Optional<Double> right,
            Optional<Double> agrees,
            Optional<Double> divergence,
            Optional<Double> greatest,
            Optional<Double> mean,
            Optional<Further> further) {
        this(right, agrees, divergence, greatest, mean, further, 1);
    }

    /** The model's own mean loss of the next token, in nats; empty of no text. */
    Optional<Double> nats() {
        return further.flatMap(Further::nats);
    }

    SampleAnswer with(Further more) {
        return new SampleAnswer(right, agrees, divergence, greatest, mean, Optional.of(more), places);
    }

    /** The same, of so many rows or frames. */
    SampleAnswer of(int many) {
        return new SampleAnswer(right, agrees, divergence, greatest, mean, further, many);
    }

    SampleAnswer agreeing(double share) {
        return new SampleAnswer(right, Optional.of(share), divergence, greatest, mean, further, 1);
    }

    private static boolean isDistance(Optional<Double> figure) {
        return figure.map(each -> Double.isFinite(each) && each >= 0).orElse(true);
    }

    private static boolean isCorrelation(Optional<Double> figure) {
        return figure.map(each -> each >= -1 && each <= 1).orElse(true);
    }
}
