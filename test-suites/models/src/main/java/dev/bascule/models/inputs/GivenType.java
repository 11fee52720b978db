package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.graph.ValueType.TensorType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The type that an input gets from what is given for it, where the model tells none. Stateless. */
final class GivenType {
    private GivenType() {}

    /** That of the file's tensor, of the shape named, or what {@code torch.tensor} makes of a literal. */
    static TensorType of(Port port, InputSource source, PreparedTensors prepared) {
        if (source instanceof InputSource.Shaped shaped) {
            List<Dim> dims =
                    shaped.shape().dims().stream().<Dim>map(Dim.Fixed::new).toList();
            return new TensorType(shaped.dtype(), Optional.of(dims));
        }
        if (source instanceof InputSource.Literal literal) {
            return any(literalType(Literals.parse(port.name(), literal.json())));
        }
        if (source instanceof InputSource.FromPipeline from) {
            return any(Optional.ofNullable(prepared.tensors().get(from.output()))
                    .map(Tensor::dtype)
                    .orElseThrow(() -> missing(port)));
        }
        if (source instanceof InputSource.File file) {
            String name = file.path().toString().toLowerCase(Locale.ROOT);
            if (name.endsWith(".npy")) {
                return any(NpyFiles.read(file.path()).dtype());
            }
            if (name.endsWith(".pb")) {
                return any(TensorProtos.read(file.path()).dtype());
            }
        }
        throw missing(port);
    }

    /** Truth values are bool, whole numbers int64, others float32. */
    private static DType literalType(Literals.Literal literal) {
        if (literal.elements().stream().allMatch(element -> element.isBoolean())) {
            return DType.BOOL;
        }
        return literal.elements().stream().allMatch(element -> element.isIntegralNumber())
                ? DType.INT64
                : DType.FLOAT32;
    }

    private static TensorType any(DType dtype) {
        return new TensorType(dtype, Optional.empty());
    }

    static BasculeException missing(Port port) {
        return InputMismatch.of(
                "input '%s' is a tensor of which the model tells neither dtype nor shape".formatted(port.name()),
                "--input %s=float32[1,3,224,224] for values from the seed".formatted(port.name()),
                "--input %s=values.npy".formatted(port.name()));
    }
}
