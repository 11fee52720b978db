package dev.bascule.nativerunner.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Tensors for DJL's PyTorch engine, which has fewer dtypes than ONNX Runtime. Stateless. */
public final class TorchTensors {
    private TorchTensors() {}

    /** A copy on the manager's device. */
    public static NDArray toNdArray(NDManager manager, Tensor tensor) throws RefusedException {
        DataType type = dataType(tensor.dtype())
                .orElseThrow(() -> new RefusedException(
                        "UnsupportedDtype",
                        "PyTorch through DJL takes no " + tensor.dtype().wireName()));
        // A copy of its own: PyTorch computes on the memory that it is given, in place where a model says so.
        ByteBuffer copy = ByteBuffer.allocateDirect(tensor.data().remaining()).order(ByteOrder.nativeOrder());
        copy.put(tensor.data()).rewind();
        return manager.create(copy, new Shape(tensor.shape().toArray()), type);
    }

    /** A copy of an array that is on the CPU. */
    static Tensor toTensor(NDArray array) throws RefusedException {
        DType dtype = dtype(array.getDataType())
                .orElseThrow(() -> new RefusedException(
                        "UnsupportedDtype",
                        "an output is %s, which Bascule does not read".formatted(array.getDataType())));
        ByteBuffer data = array.toByteBuffer();
        byte[] copy = new byte[data.remaining()];
        data.get(copy);
        return Tensor.of(
                dtype, dev.bascule.fallback.tensor.Shape.of(array.getShape().getShape()), copy);
    }

    private static Optional<DataType> dataType(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> Optional.of(DataType.FLOAT32);
            case FLOAT64 -> Optional.of(DataType.FLOAT64);
            case FLOAT16 -> Optional.of(DataType.FLOAT16);
            case BFLOAT16 -> Optional.of(DataType.BFLOAT16);
            case INT8 -> Optional.of(DataType.INT8);
            case UINT8 -> Optional.of(DataType.UINT8);
            case INT16 -> Optional.of(DataType.INT16);
            case INT32 -> Optional.of(DataType.INT32);
            case INT64 -> Optional.of(DataType.INT64);
            case BOOL -> Optional.of(DataType.BOOLEAN);
            case STRING,
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

    private static Optional<DType> dtype(DataType type) {
        for (DType dtype : DType.values()) {
            if (dataType(dtype).equals(Optional.of(type))) {
                return Optional.of(dtype);
            }
        }
        return Optional.empty();
    }
}
