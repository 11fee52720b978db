package dev.bascule.models.graph;

import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The type of an input or output. */
public sealed interface ValueType {

    /**
     * A tensor of a dtype that Bascule handles.
     *
     * @param dtype element type
     * @param dims dimensions; empty where the model does not even say the rank
     */
    record TensorType(DType dtype, Optional<List<Dim>> dims) implements ValueType {
        public TensorType {
            dims = dims.map(List::copyOf);
        }

        @Override
        public String toString() {
            return dtype.wireName()
                    + dims.map(list -> list.stream().map(Dim::toString).collect(Collectors.joining(",", "[", "]")))
                            .orElse("[*]");
        }
    }

    /** A tensor of which the model tells neither dtype nor shape, as in TorchScript. */
    record AnyTensor() implements ValueType {
        @Override
        public String toString() {
            return "tensor";
        }
    }

    /** A sequence of values of one type. */
    record SequenceType(ValueType element) implements ValueType {
        @Override
        public String toString() {
            return "sequence(%s)".formatted(element);
        }
    }

    /** A value that may be absent. */
    record OptionalType(ValueType element) implements ValueType {
        @Override
        public String toString() {
            return "optional(%s)".formatted(element);
        }
    }

    /** Anything else: maps, sparse tensors and complex numbers. */
    record Other(String description) implements ValueType {
        @Override
        public String toString() {
            return description;
        }
    }
}
