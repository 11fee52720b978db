package dev.bascule.nativerunner.torch;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a child is asked to train. Its folder holds the model, whose initialisers are also the parameters' first values, and before
 * each step the batch. Immutable.
 *
 * @param wide whether it computes in 64 bits
 * @param clip to which norm of all gradients together they are scaled down; empty for not at all
 * @param parameters in the order of its answers
 */
public record TorchRequest(
        String folder, int threads, boolean wide, TorchUpdate update, OptionalDouble clip, List<Trained> parameters) {
    /** The file of the model, ONNX. */
    public static final String MODEL = "model.onnx";
    /** The file of a batch: the inputs that are no parameters, in the model's order, each as its bytes. */
    public static final String BATCH = "batch";
    /** The output that is made small. */
    public static final String LOSS = "loss";

    /** The commands, each a line; {@link #OPEN} is followed by a request as JSON, {@link #STEP} by its learning rate. */
    public static final String OPEN = "open";

    public static final String GRADIENTS = "gradients";
    public static final String STEP = "step";
    public static final String PARAMETERS = "parameters";

    public TorchRequest {
        parameters = List.copyOf(parameters);
    }

    /** @param decays whether weight decay applies to it */
    public record Trained(String name, boolean decays) {}

    /**
     * The answer to {@link #OPEN}.
     *
     * @param threads that it computes with
     */
    public record Opened(String version, int threads) {
        public Opened {
            Objects.requireNonNull(version, "it is read from another process");
        }
    }
}
