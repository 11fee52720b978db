package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;

/** An initializer of a zoo graph: described, not held. */
record Weight(String name, DataType type, List<Long> dims, Role role, Fill fill) {

    /** What published parameter counts count, and what they leave out. */
    enum Role {
        /** Learned in the published model. */
        PARAMETER,
        /** Part of the published model but not learned: running statistics, fixed positions. */
        BUFFER,
        /** Shapes, axes, indices and scale factors of the graph itself. */
        CONSTANT
    }

    Weight {
        dims = List.copyOf(dims);
    }

    long elements() {
        return dims.stream().reduce(1L, Math::multiplyExact);
    }

    long bytes() {
        return switch (type) {
            case UINT8 -> elements();
            case FLOAT, INT32 -> elements() * Float.BYTES;
            case INT64 -> elements() * Long.BYTES;
            default -> throw new IllegalStateException("no weight is of " + type);
        };
    }

    /** The tensor's message without its data. */
    TensorProto header() {
        return TensorProto.newBuilder()
                .setName(name)
                .setDataType(type.getNumber())
                .addAllDims(dims)
                .build();
    }
}
