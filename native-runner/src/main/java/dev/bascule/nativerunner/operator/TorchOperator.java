package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import dev.bascule.fallback.error.BasculeException;
import java.util.List;
import java.util.function.Function;

/** What PyTorch is to compute for one ONNX operator. Stateless and thread-safe. */
@FunctionalInterface
public interface TorchOperator {
    /**
     * Computes a node's outputs.
     *
     * @throws BasculeException where this form of the operator is not known
     */
    List<NDArray> run(TorchCall call);

    /** One that has one output. */
    static TorchOperator one(Function<TorchCall, NDArray> function) {
        return call -> {
            if (call.outputs() > 1) {
                throw call.unknown("more outputs than one");
            }
            return List.of(function.apply(call));
        };
    }
}
