package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnsafeByteOperations;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Values from the {@code .pb} files of the backend-test layout: TensorProto, and SequenceProto and OptionalProto of
 * onnx-data.proto, which are read by field number. Stateless.
 */
public final class ValueProtos {
    /** Fields of SequenceProto. */
    private static final int SEQUENCE_TENSORS = 3;

    private static final int SEQUENCE_SEQUENCES = 5;
    private static final int SEQUENCE_OPTIONALS = 7;
    /** Fields of OptionalProto. */
    private static final int OPTIONAL_TENSOR = 3;

    private static final int OPTIONAL_SEQUENCE = 5;
    private static final int OPTIONAL_OPTIONAL = 7;

    private ValueProtos() {}

    /**
     * Reads a file as a value of this type.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when it is none
     */
    public static Value read(Path file, ValueType type) {
        if (type instanceof ValueType.TensorType tensor) {
            return Value.of(as(tensor.dtype(), TensorProtos.read(file)));
        }
        try {
            return decode(UnsafeByteOperations.unsafeWrap(FileBytes.of(file)), type);
        } catch (InvalidProtocolBufferException e) {
            throw mismatch("'%s' is no ONNX %s: %s".formatted(file, type, e.getMessage()));
        } catch (BasculeException e) {
            throw mismatch("'%s': %s".formatted(file, e.getMessage()));
        } catch (IOException e) {
            throw mismatch("cannot read '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    private static Value decode(ByteString bytes, ValueType type) throws InvalidProtocolBufferException {
        if (type instanceof ValueType.TensorType tensor) {
            return Value.of(as(tensor.dtype(), TensorProtos.decode(TensorProto.parseFrom(bytes))));
        }
        UnknownFieldSet fields = UnknownFieldSet.parseFrom(bytes);
        if (type instanceof ValueType.SequenceType sequence) {
            List<Value> items = new ArrayList<>();
            for (int field : List.of(SEQUENCE_TENSORS, SEQUENCE_SEQUENCES, SEQUENCE_OPTIONALS)) {
                for (ByteString item : fields.getField(field).getLengthDelimitedList()) {
                    items.add(decode(item, sequence.element()));
                }
            }
            return new Value.Many(items);
        }
        if (type instanceof ValueType.OptionalType optional) {
            for (int field : List.of(OPTIONAL_TENSOR, OPTIONAL_SEQUENCE, OPTIONAL_OPTIONAL)) {
                List<ByteString> held = fields.getField(field).getLengthDelimitedList();
                if (!held.isEmpty()) {
                    return decode(held.get(held.size() - 1), optional.element());
                }
            }
            return new Value.Absent();
        }
        throw mismatch("a %s, which Bascule does not handle".formatted(type));
    }

    /** NumPy lacks some of ONNX's types: the published cases hold bfloat16 and float8 as the bits of integers. */
    static Tensor as(DType declared, Tensor tensor) {
        boolean bits = tensor.dtype() == DType.UINT16 || tensor.dtype() == DType.UINT8;
        return bits && declared.isFloat() && declared.bits() == tensor.dtype().bits()
                ? Tensor.of(declared, tensor.shape(), tensor.data())
                : tensor;
    }

    private static BasculeException mismatch(String message) {
        return new BasculeException(ErrorCode.INPUT_MISMATCH, message);
    }
}
