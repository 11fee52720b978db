package dev.bascule.nativerunner.torch;

/**
 * How PyTorch is to update parameters, with the meaning that {@code torch.optim} gives each; the learning rate comes with each step.
 * Immutable.
 *
 * @param kind which of them
 */
public record TorchUpdate(
        Kind kind, double momentum, double beta1, double beta2, double epsilon, double weightDecay, boolean nesterov) {

    /** The optimizers that there are. */
    public enum Kind {
        SGD,
        ADAM,
        ADAMW
    }
}
