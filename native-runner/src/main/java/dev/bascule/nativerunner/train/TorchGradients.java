package dev.bascule.nativerunner.train;

import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A loss, and how it changes with each parameter. Immutable.
 *
 * @param tensors by parameter, in their order
 */
public record TorchGradients(double loss, Map<String, Tensor> tensors) {
    public TorchGradients {
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }
}
