package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Optional;

/** Reads inputs and outputs from their messages. Stateless. */
public final class Ports {
    private Ports() {}

    public static Port of(ValueInfoProto info) {
        return new Port(info.getName(), type(info.getType()));
    }

    /** The element type of a tensor, or of what a sequence or an optional holds. */
    static Optional<DType> element(TypeProto type) {
        return switch (type.getValueCase()) {
            case TENSOR_TYPE -> DType.ofOnnx(type.getTensorType().getElemType());
            case SPARSE_TENSOR_TYPE -> DType.ofOnnx(type.getSparseTensorType().getElemType());
            case SEQUENCE_TYPE -> element(type.getSequenceType().getElemType());
            case OPTIONAL_TYPE -> element(type.getOptionalType().getElemType());
            case MAP_TYPE, OPAQUE_TYPE, VALUE_NOT_SET -> Optional.empty();
        };
    }

    private static ValueType type(TypeProto type) {
        return switch (type.getValueCase()) {
            case TENSOR_TYPE -> tensor(type.getTensorType());
            case SEQUENCE_TYPE ->
                new ValueType.SequenceType(type(type.getSequenceType().getElemType()));
            case OPTIONAL_TYPE ->
                new ValueType.OptionalType(type(type.getOptionalType().getElemType()));
            case MAP_TYPE ->
                new ValueType.Other("map(%s)".formatted(type(type.getMapType().getValueType())));
            case SPARSE_TENSOR_TYPE -> new ValueType.Other("sparse tensor");
            case OPAQUE_TYPE -> new ValueType.Other("opaque");
            case VALUE_NOT_SET -> new ValueType.Other("untyped");
        };
    }

    private static ValueType tensor(TypeProto.Tensor tensor) {
        Optional<List<Dim>> dims = tensor.hasShape()
                ? Optional.of(
                        tensor.getShape().getDimList().stream().map(Ports::dim).toList())
                : Optional.empty();
        return DType.ofOnnx(tensor.getElemType())
                .<ValueType>map(dtype -> new ValueType.TensorType(dtype, dims))
                .orElseGet(() -> new ValueType.Other("tensor of ONNX element type " + tensor.getElemType()));
    }

    private static Dim dim(TensorShapeProto.Dimension dimension) {
        return switch (dimension.getValueCase()) {
            case DIM_VALUE -> dimension.getDimValue() < 0 ? new Dim.Unknown() : new Dim.Fixed(dimension.getDimValue());
            case DIM_PARAM ->
                Dim.Named.isName(dimension.getDimParam()) ? new Dim.Named(dimension.getDimParam()) : new Dim.Unknown();
            case VALUE_NOT_SET -> new Dim.Unknown();
        };
    }
}
