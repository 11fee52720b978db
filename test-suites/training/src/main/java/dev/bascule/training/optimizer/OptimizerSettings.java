package dev.bascule.training.optimizer;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is set of an optimizer; what is left empty has PyTorch's default. Immutable.
 *
 * @param momentum of momentum and nesterov
 * @param beta1 of adam and adamw, as the two after it
 */
public record OptimizerSettings(
        Optional<LearningRate> rate,
        OptionalDouble momentum,
        OptionalDouble beta1,
        OptionalDouble beta2,
        OptionalDouble epsilon,
        OptionalDouble weightDecay) {

    public static final OptimizerSettings DEFAULTS = new OptimizerSettings(
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());

    public OptimizerSettings {
        within(momentum, "momentum", 0, 1);
        within(beta1, "beta1", 0, 1);
        within(beta2, "beta2", 0, 1);
        within(epsilon, "epsilon", 0, Double.MAX_VALUE);
        within(weightDecay, "weight decay", 0, Double.MAX_VALUE);
    }

    public OptimizerSettings withRate(LearningRate other) {
        return new OptimizerSettings(Optional.of(other), momentum, beta1, beta2, epsilon, weightDecay);
    }

    public OptimizerSettings withWeightDecay(double other) {
        return new OptimizerSettings(rate, momentum, beta1, beta2, epsilon, OptionalDouble.of(other));
    }

    private static void within(OptionalDouble value, String what, double least, double below) {
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() < below)) {
            throw new IllegalArgumentException("a %s of %s".formatted(what, value.getAsDouble()));
        }
    }
}
