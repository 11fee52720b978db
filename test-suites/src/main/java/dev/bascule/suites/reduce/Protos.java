package dev.bascule.suites.reduce;

import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;

/** ONNX's messages for tensors and their types. Stateless. */
public final class Protos {
    private Protos() {}

    static TensorProto tensor(String name, Tensor tensor) {
        TensorProto.Builder proto = TensorProto.newBuilder()
                .setName(name)
                .setDataType(tensor.dtype().onnx())
                .addAllDims(tensor.shape().dims());
        if (tensor.dtype() == DType.STRING) {
            tensor.asStrings().forEach(text -> proto.addStringData(ByteString.copyFromUtf8(text)));
        } else {
            proto.setRawData(ByteString.copyFrom(tensor.data()));
        }
        return proto.build();
    }

    /** An input or output with the type and shape of this tensor. */
    public static ValueInfoProto typed(String name, Tensor tensor) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        tensor.shape().dims().forEach(dim -> shape.addDimBuilder().setDimValue(dim));
        return value(
                name,
                TypeProto.Tensor.newBuilder()
                        .setElemType(tensor.dtype().onnx())
                        .setShape(shape)
                        .build());
    }

    /** An output of this element type, whatever its shape. */
    static ValueInfoProto ofType(String name, DType dtype) {
        return value(
                name, TypeProto.Tensor.newBuilder().setElemType(dtype.onnx()).build());
    }

    /** An output that the engine finds out the type of. */
    public static ValueInfoProto untyped(String name) {
        return ValueInfoProto.newBuilder().setName(name).build();
    }

    private static ValueInfoProto value(String name, TypeProto.Tensor tensor) {
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder().setTensorType(tensor))
                .build();
    }
}
