package dev.bascule.cli.options;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.training.TrainingLimits;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.Precision;
import dev.bascule.training.step.StepForm;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** How a training step is made. */
public final class TrainMethodOptions {
    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "sgd, momentum, nesterov, adam or adamw, as PyTorch defines them (default: ${DEFAULT-VALUE}).",
            defaultValue = "adam")
    private String optimizer = "adam";

    @Option(
            names = "--learning-rate",
            paramLabel = "X",
            description = "The learning rate of each step, or of the first one where it decays (default: 0.001).")
    private Optional<Double> learningRate = Optional.empty();

    @Option(
            names = "--cosine-decay-steps",
            paramLabel = "N",
            description =
                    "Lets the learning rate fall along half a cosine, to 0 in N steps counted from the run's first one, as"
                            + " PyTorch's CosineAnnealingLR (default: it stays).")
    private Optional<Integer> decay = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Samples of a step (default: ${DEFAULT-VALUE}).",
            defaultValue = "32")
    private int batch = 32;

    @Option(
            names = "--clip",
            paramLabel = "X",
            description = "The norm to which all gradients together are scaled down (default: not at all).")
    private Optional<Double> clip = Optional.empty();

    @Option(
            names = "--accumulate",
            paramLabel = "N",
            description =
                    "Goes through a batch in N equal parts, whose gradients are added before the one update; batch"
                            + " normalisation takes its moments of each part (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int accumulate = 1;

    @Option(
            names = "--mixed-precision",
            description =
                    "Products of matrices and convolutions in 16-bit floats, forward and backward, with a loss scale;"
                            + " parameters in 32 bits.")
    private boolean mixed;

    @Option(
            names = "--dropout",
            paramLabel = "SHARE",
            description =
                    "Drops such a share in training, by masks that the host feeds, the same ones to every target (mlp,"
                            + " lenet, transformer-micro, and models that have a Dropout; default: nothing).")
    private Optional<Double> dropout = Optional.empty();

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where there is none of this name */
    public String optimizer() {
        Optimizers.require(optimizer);
        return optimizer;
    }

    /** Empty where the optimizer's own usual one stays. */
    public Optional<LearningRate> learningRate() {
        OptionalDouble first = positive("--learning-rate", learningRate);
        if (decay.isPresent()) {
            return Optional.of(LearningRate.annealed(
                    first.orElse(LearningRate.USUAL), counted("--cosine-decay-steps", decay.get())));
        }
        return first.isPresent() ? Optional.of(new LearningRate.Constant(first.getAsDouble())) : Optional.empty();
    }

    public OptionalDouble clip() {
        return positive("--clip", clip);
    }

    public int batch() {
        return counted("--batch", batch);
    }

    public boolean isMixed() {
        return mixed;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where the parts are not equal ones, or all would be dropped */
    public StepForm form() {
        if (batch() % counted("--accumulate", accumulate) != 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--batch %d does not come in %d equal parts".formatted(batch, accumulate),
                    "name a divisor by --accumulate");
        }
        if (dropout.filter(share -> !(share > 0 && share < 1)).isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--dropout is a share above 0 and below 1");
        }
        return new StepForm(
                accumulate,
                mixed ? Precision.MIXED : Precision.SINGLE,
                dropout.isPresent() ? OptionalDouble.of(dropout.get()) : OptionalDouble.empty());
    }

    static int counted(String option, int value) {
        if (value < 1 || value > TrainingLimits.MOST_STEPS) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s must be from 1 to %d, and is %d".formatted(option, TrainingLimits.MOST_STEPS, value));
        }
        return value;
    }

    private static OptionalDouble positive(String option, Optional<Double> value) {
        if (value.filter(number -> !(number > 0) || Double.isInfinite(number)).isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "%s must be above 0".formatted(option));
        }
        return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
    }
}
