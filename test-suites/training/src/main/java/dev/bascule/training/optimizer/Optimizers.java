package dev.bascule.training.optimizer;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The optimizers by name. Defaults are those of PyTorch's documentation of torch.optim.SGD, Adam and AdamW: learning rate 1e-3, betas 0.9 and 0.999, epsilon
 * 1e-8, weight decay 0 and of adamw 1e-2. PyTorch's default of momentum is 0, which is sgd; here it is 0.9. Stateless.
 */
public final class Optimizers {
    /** Their names on the command line. */
    public static final List<String> NAMES = List.of("sgd", "momentum", "nesterov", "adam", "adamw");

    private static final double MOMENTUM = 0.9;
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;
    private static final double DECOUPLED_DECAY = 1e-2;

    private Optimizers() {}

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} when there is none of this name */
    public static void require(String name) {
        of(name, OptimizerSettings.DEFAULTS);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} when there is none of this name */
    public static Optimizer of(String name, OptimizerSettings settings) {
        LearningRate rate = settings.rate().orElse(new LearningRate.Constant(LearningRate.USUAL));
        double momentum = settings.momentum().orElse(MOMENTUM);
        double decay = settings.weightDecay().orElse(0);
        return switch (name) {
            case "sgd" -> new Sgd(rate, decay);
            case "momentum" -> new Momentum(rate, momentum, false, decay);
            case "nesterov" -> new Momentum(rate, momentum, true, decay);
            case "adam" -> adam(rate, settings, decay, false);
            case "adamw" -> adam(rate, settings, settings.weightDecay().orElse(DECOUPLED_DECAY), true);
            default ->
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "no optimizer is called '%s'%s".formatted(name, Nearest.hint(name, NAMES)));
        };
    }

    /**
     * The settings with every default of this optimizer put in, for who makes the same by other means.
     *
     * @throws BasculeException as {@link #of}
     */
    public static OptimizerSettings complete(String name, OptimizerSettings settings) {
        of(name, settings);
        return new OptimizerSettings(
                Optional.of(settings.rate().orElse(new LearningRate.Constant(LearningRate.USUAL))),
                OptionalDouble.of(settings.momentum().orElse(MOMENTUM)),
                OptionalDouble.of(settings.beta1().orElse(BETA1)),
                OptionalDouble.of(settings.beta2().orElse(BETA2)),
                OptionalDouble.of(settings.epsilon().orElse(EPSILON)),
                OptionalDouble.of(settings.weightDecay().orElse(name.equals("adamw") ? DECOUPLED_DECAY : 0)));
    }

    private static Optimizer adam(LearningRate rate, OptimizerSettings settings, double decay, boolean decoupled) {
        return new Adam(
                rate,
                settings.beta1().orElse(BETA1),
                settings.beta2().orElse(BETA2),
                settings.epsilon().orElse(EPSILON),
                decay,
                decoupled);
    }
}
