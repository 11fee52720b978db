package dev.bascule.studies.quantization;

import java.util.Optional;

/**
 * What a model's outputs for one sample are worth. Immutable.
 *
 * @param right 1 where the class is the label, else 0; empty without a label or a class
 * @param agrees the share of rows whose greatest class is that of the unquantised model on the same target; empty of no classifier
 * @param divergence Kullback and Leibler's, in nats, from the unquantised model's classes; empty of no classifier
 * @param greatest greatest absolute difference to the unquantised model's outputs, each relative to its output's greatest magnitude;
 *     empty where an output is missing, or is not finite where that one is
 * @param mean the mean of these differences
 */
public record SampleAnswer(
        Optional<Double> right,
        Optional<Double> agrees,
        Optional<Double> divergence,
        Optional<Double> greatest,
        Optional<Double> mean) {}
