package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Between tensors and ONNX Runtime's own. Stateless. */
final class OnnxTensors {
    private OnnxTensors() {}

    /** Makes a tensor in ONNX Runtime's memory. */
    static OnnxTensor toOnnx(OrtEnvironment environment, Tensor tensor) throws OrtException, RefusedException {
        long[] shape = tensor.shape().toArray();
        if (tensor.dtype() == DType.STRING) {
            return OnnxTensor.createTensor(environment, tensor.asStrings().toArray(String[]::new), shape);
        }
        OnnxJavaType type = javaType(tensor.dtype())
                .orElseThrow(() -> new RefusedException(
                        "UnsupportedDType",
                        "ONNX Runtime's Java binding cannot make a %s tensor: not supported"
                                .formatted(tensor.dtype().wireName())));
        // ONNX Runtime's own copy of a heap buffer fails for all but bytes.
        ByteBuffer bytes = tensor.data();
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.remaining())
                .order(ByteOrder.nativeOrder())
                .put(bytes)
                .flip();
        return OnnxTensor.createTensor(environment, direct, shape, type);
    }

    /** Copies a tensor out of ONNX Runtime's memory. */
    static Tensor toTensor(OnnxTensor tensor) throws OrtException, RefusedException {
        TensorInfo info = tensor.getInfo();
        Shape shape = Shape.of(info.getShape());
        DType dtype = dtype(info.onnxType)
                .orElseThrow(() -> new RefusedException(
                        "UnsupportedDType", "an output of type " + info.onnxType + " cannot be read"));
        if (dtype == DType.STRING) {
            List<String> strings = new ArrayList<>();
            if (shape.elements() > 0) {
                flatten(tensor.getValue(), strings);
            }
            return Tensor.strings(shape, strings);
        }
        return shape.elements() == 0
                ? Tensor.of(dtype, shape, new byte[0])
                : Tensor.of(dtype, shape, tensor.getByteBuffer());
    }

    private static void flatten(Object value, List<String> into) {
        if (value instanceof Object[] nested) {
            Arrays.stream(nested).forEach(inner -> flatten(inner, into));
        } else {
            into.add((String) value);
        }
    }

    private static Optional<OnnxJavaType> javaType(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> Optional.of(OnnxJavaType.FLOAT);
            case FLOAT64 -> Optional.of(OnnxJavaType.DOUBLE);
            case FLOAT16 -> Optional.of(OnnxJavaType.FLOAT16);
            case BFLOAT16 -> Optional.of(OnnxJavaType.BFLOAT16);
            case INT8 -> Optional.of(OnnxJavaType.INT8);
            case UINT8 -> Optional.of(OnnxJavaType.UINT8);
            case INT16 -> Optional.of(OnnxJavaType.INT16);
            case INT32 -> Optional.of(OnnxJavaType.INT32);
            case INT64 -> Optional.of(OnnxJavaType.INT64);
            case BOOL -> Optional.of(OnnxJavaType.BOOL);
            case STRING -> Optional.of(OnnxJavaType.STRING);
            // Its Java types have no unsigned 16, 32 or 64 bits, no 8-bit floats and nothing of fewer bits.
            case UINT16,
                    UINT32,
                    UINT64,
                    UINT4,
                    INT4,
                    UINT2,
                    INT2,
                    FLOAT4E2M1,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT8E8M0 -> Optional.empty();
        };
    }

    /** ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT and its like; the endings are ONNX's own names of the types. */
    private static Optional<DType> dtype(TensorInfo.OnnxTensorType type) {
        String name = type.name().replace("ONNX_TENSOR_ELEMENT_DATA_TYPE_", "").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "float" -> Optional.of(DType.FLOAT32);
            case "double" -> Optional.of(DType.FLOAT64);
            default -> DType.ofWireName(name);
        };
    }
}
