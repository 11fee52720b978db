package dev.bascule.nativerunner.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tensors for DJL's ONNX Runtime engine, which makes fewer kinds than ONNX Runtime takes. Stateless. */
final class DjlTensors {
    private DjlTensors() {}

    /** Whether DJL can make this tensor: no 16-bit types, nothing empty, no boolean scalar (DJL's OrtUtils). */
    static boolean carries(Tensor tensor) {
        boolean typed = tensor.dtype() == DType.STRING
                || tensor.dtype() == DType.BOOL
                || dataType(tensor.dtype()).isPresent();
        return typed
                && tensor.shape().elements() > 0
                && (tensor.dtype() != DType.BOOL || tensor.shape().rank() > 0);
    }

    /** A tensor that {@link #carries} allows, in ONNX Runtime's memory. */
    static NDArray toNdArray(NDManager manager, String name, Tensor tensor) {
        Shape shape = new Shape(tensor.shape().toArray());
        NDArray array;
        if (tensor.dtype() == DType.STRING) {
            array = manager.create(tensor.asStrings().toArray(String[]::new), StandardCharsets.UTF_8, shape);
        } else if (tensor.dtype() == DType.BOOL) {
            array = manager.create(booleans(tensor), shape);
        } else {
            array = manager.create(
                    tensor.data(), shape, dataType(tensor.dtype()).orElseThrow());
        }
        array.setName(name);
        return array;
    }

    private static boolean[] booleans(Tensor tensor) {
        ByteBuffer data = tensor.data();
        boolean[] values = new boolean[data.remaining()];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.get(i) != 0;
        }
        return values;
    }

    private static Optional<DataType> dataType(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> Optional.of(DataType.FLOAT32);
            case FLOAT64 -> Optional.of(DataType.FLOAT64);
            case INT8 -> Optional.of(DataType.INT8);
            case UINT8 -> Optional.of(DataType.UINT8);
            case INT32 -> Optional.of(DataType.INT32);
            case INT64 -> Optional.of(DataType.INT64);
            case STRING,
                    BOOL,
                    FLOAT16,
                    BFLOAT16,
                    INT16,
                    UINT16,
                    UINT32,
                    UINT64,
                    UINT4,
                    INT4,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0,
                    UINT2,
                    INT2 -> Optional.empty();
        };
    }
}
