package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType.TensorType;
import java.util.List;

/** A check of whether a tensor is what an input takes. Stateless. */
final class TensorFit {
    private TensorFit() {}

    static void require(ModelInspection model, Port port, TensorType type, Tensor tensor) {
        if (tensor.dtype() != type.dtype()) {
            throw InputMismatch.of(
                    "input '%s' takes %s, but was given %s; %s"
                            .formatted(port.name(), type, tensor, model.describeInputs()),
                    "convert it, for example with NumPy: x.astype('%s')"
                            .formatted(type.dtype().wireName()));
        }
        List<Long> actual = tensor.shape().dims();
        boolean fits = type.dims().map(dims -> fits(dims, actual)).orElse(true);
        if (!fits) {
            throw InputMismatch.of("input '%s' takes %s, but was given %s; %s"
                    .formatted(port.name(), type, tensor, model.describeInputs()));
        }
    }

    private static boolean fits(List<Dim> dims, List<Long> actual) {
        if (dims.size() != actual.size()) {
            return false;
        }
        for (int axis = 0; axis < dims.size(); axis++) {
            if (dims.get(axis) instanceof Dim.Fixed fixed && fixed.size() != actual.get(axis)) {
                return false;
            }
        }
        return true;
    }
}
