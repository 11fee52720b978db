package dev.bascule.nativerunner.train;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.nativerunner.torch.TorchUpdate;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What PyTorch is to train. Immutable.
 *
 * @param model ONNX: its initialisers are constants and the parameters' first values, its output {@code loss} is made small
 * @param wide whether it computes in 64 bits
 * @param clip to which norm of all gradients together they are scaled down; empty for not at all
 */
public record TorchTask(
        ByteBuffer model,
        List<Trained> parameters,
        int threads,
        boolean wide,
        TorchUpdate update,
        OptionalDouble clip) {
    public TorchTask {
        model = model.asReadOnlyBuffer();
        parameters = List.copyOf(parameters);
    }

    /**
     * A parameter.
     *
     * @param decays whether weight decay applies to it
     */
    public record Trained(String name, Shape shape, boolean decays) {}

    /** The type of gradients and of parameters after a step. */
    DType dtype() {
        return wide ? DType.FLOAT64 : DType.FLOAT32;
    }

    /** The bytes of all parameters together. */
    long bytes() {
        return parameters.stream()
                .mapToLong(each -> dtype().bytes(each.shape().elements()))
                .sum();
    }
}
