package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Tensors from ONNX's TensorProto, whichever of its fields holds the data. Stateless. */
public final class TensorProtos {
    private static final long MOST_BYTES = Integer.MAX_VALUE - 8L;

    private TensorProtos() {}

    /**
     * Reads a {@code .pb} file of the backend-test layout.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when it is no tensor
     */
    public static Tensor read(Path file) {
        try {
            return decode(TensorProto.parseFrom(FileBytes.aliased(FileBytes.of(file))));
        } catch (InvalidProtocolBufferException e) {
            throw mismatch("'%s' is no ONNX TensorProto: %s".formatted(file, e.getMessage()));
        } catch (BasculeException e) {
            throw mismatch("'%s': %s".formatted(file, e.getMessage()));
        } catch (IOException e) {
            throw mismatch("cannot read '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    /** The tensor of a message whose data is in the message. */
    public static Tensor decode(TensorProto proto) {
        DType dtype = DType.ofOnnx(proto.getDataType())
                .orElseThrow(() -> mismatch("a tensor of ONNX element type %d, which Bascule does not handle"
                        .formatted(proto.getDataType())));
        if (proto.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
            throw mismatch("a tensor whose data is in another file");
        }
        if (proto.getDimsList().stream().anyMatch(dim -> dim < 0)) {
            throw mismatch("a tensor with a negative dimension: " + proto.getDimsList());
        }
        TensorFields.fault(proto).ifPresent(fault -> {
            throw mismatch("a tensor that is not valid: " + fault);
        });
        Shape shape = new Shape(proto.getDimsList());
        if (dtype == DType.STRING) {
            return Tensor.strings(
                    shape,
                    proto.getStringDataList().stream()
                            .map(ByteString::toStringUtf8)
                            .toList());
        }
        return Tensor.of(
                dtype, shape, proto.hasRawData() ? proto.getRawData().asReadOnlyByteBuffer() : typed(proto, dtype));
    }

    /** The data from the typed fields; narrow types stand in int32_data, the half-precision ones as bits. */
    private static ByteBuffer typed(TensorProto proto, DType dtype) {
        int fields = switch (dtype) {
            case FLOAT32 -> proto.getFloatDataCount();
            case FLOAT64 -> proto.getDoubleDataCount();
            case INT64 -> proto.getInt64DataCount();
            case UINT32, UINT64 -> proto.getUint64DataCount();
            case INT32,
                    INT16,
                    UINT16,
                    INT8,
                    UINT8,
                    BOOL,
                    FLOAT16,
                    BFLOAT16,
                    INT4,
                    UINT4,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0,
                    UINT2,
                    INT2 -> proto.getInt32DataCount();
            case STRING -> throw new IllegalArgumentException("strings are no numbers");
        };
        int width = Math.max(1, dtype.bits() / Byte.SIZE);
        if ((long) fields * width > MOST_BYTES) {
            throw mismatch("a tensor of %d elements, whose bytes are more than 2 GiB".formatted(fields));
        }
        ByteBuffer data = ByteBuffer.allocate(fields * width).order(ByteOrder.LITTLE_ENDIAN);
        for (int index = 0; index < fields; index++) {
            switch (dtype) {
                case FLOAT32 -> data.putFloat(proto.getFloatData(index));
                case FLOAT64 -> data.putDouble(proto.getDoubleData(index));
                case INT64 -> data.putLong(proto.getInt64Data(index));
                case UINT64 -> data.putLong(proto.getUint64Data(index));
                case UINT32 -> data.putInt((int) proto.getUint64Data(index));
                case INT32 -> data.putInt(proto.getInt32Data(index));
                case INT16, UINT16, FLOAT16, BFLOAT16 -> data.putShort((short) proto.getInt32Data(index));
                case INT8,
                        UINT8,
                        BOOL,
                        INT4,
                        UINT4,
                        UINT2,
                        INT2,
                        FLOAT4E2M1,
                        FLOAT8E8M0,
                        FLOAT8E4M3FN,
                        FLOAT8E4M3FNUZ,
                        FLOAT8E5M2,
                        FLOAT8E5M2FNUZ -> data.put((byte) proto.getInt32Data(index));
                case STRING -> throw new IllegalArgumentException("strings are no numbers");
            }
        }
        return data.flip();
    }

    private static BasculeException mismatch(String message) {
        return new BasculeException(ErrorCode.INPUT_MISMATCH, message);
    }
}
