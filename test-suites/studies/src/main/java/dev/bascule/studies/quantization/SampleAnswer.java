package dev.bascule.studies.quantization;

import java.util.Optional;

/**
 * What a model's outputs for one sample are worth. Immutable.
 *
 * @param right 1 where the class is the label, else 0; empty without a label or a class
 * @param agrees the share of rows whose greatest class is that of the unquantised model on the same target; empty of no classifier
 * @param divergence Kullback and Leibler's, in nats, from the unquantised model's classes; empty of no classifier
 * @param greatest greatest absolute difference to the unquantised model's outputs, each relative to its output's greatest magnitude;
 *     of outputs that are no floats 1 where one is not equal; empty where an output is missing, or is not finite where that one is, and
 *     where there is nothing to compare
 * @param mean the mean of these differences
 */
public record SampleAnswer(
        Optional<Double> right,
        Optional<Double> agrees,
        Optional<Double> divergence,
        Optional<Double> greatest,
        Optional<Double> mean) {
    /** @throws IllegalArgumentException for figures that cannot be, as of a file that somebody changed */
    public SampleAnswer {
        if (!right.map(each -> each == 0 || each == 1).orElse(true)
                || !agrees.map(each -> each >= 0 && each <= 1).orElse(true)
                || !isDistance(divergence)
                || !isDistance(greatest)
                || !isDistance(mean)) {
            throw new IllegalArgumentException("no answer is worth right %s, agrees %s, divergence %s, off %s and %s"
                    .formatted(right, agrees, divergence, greatest, mean));
        }
    }

    private static boolean isDistance(Optional<Double> figure) {
        return figure.map(each -> Double.isFinite(each) && each >= 0).orElse(true);
    }
}
