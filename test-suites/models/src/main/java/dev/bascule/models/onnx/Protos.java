package dev.bascule.models.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** ONNX's messages for models, nodes, tensors and their types. Stateless. */
public final class Protos {
    /** From this operator set of ONNX on, models carry the newer version of the file format. */
    private static final long RECENT_OPSET = 18;

    private Protos() {}

    /** A model of ONNX's own operators, with the version of the file format that belongs to its operator set. */
    public static ModelProto model(long opset, GraphProto.Builder graph) {
        return ModelProto.newBuilder()
                .setIrVersion(opset < RECENT_OPSET ? 8 : 10)
                .setProducerName("bascule")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
                .setGraph(graph)
                .build();
    }

    /** A node; an empty name among inputs or outputs leaves an optional one out. */
    public static NodeProto node(
            String operator, String name, List<String> inputs, List<String> outputs, AttributeProto... attributes) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .setName(name)
                .addAllInput(inputs)
                .addAllOutput(outputs)
                .addAllAttribute(Arrays.asList(attributes))
                .build();
    }

    public static TensorProto tensor(String name, Tensor tensor) {
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
        return typed(name, tensor.dtype(), tensor.shape().dims());
    }

    /**
     * An input or output.
     *
     * @param dims each a {@code Number}, or the name of a symbolic one
     */
    public static ValueInfoProto typed(String name, DType dtype, List<?> dims) {
        return typed(name, dtype.onnx(), dims);
    }

    /** The same, with the number of an element type in ONNX. */
    public static ValueInfoProto typed(String name, int elementType, List<?> dims) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        for (Object dim : dims) {
            TensorShapeProto.Dimension.Builder dimension = shape.addDimBuilder();
            if (dim instanceof Number size) {
                dimension.setDimValue(size.longValue());
            } else {
                dimension.setDimParam(dim.toString());
            }
        }
        return value(
                name,
                TypeProto.Tensor.newBuilder()
                        .setElemType(elementType)
                        .setShape(shape)
                        .build());
    }

    /** An output of this element type, whatever its shape. */
    public static ValueInfoProto ofType(String name, DType dtype) {
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
