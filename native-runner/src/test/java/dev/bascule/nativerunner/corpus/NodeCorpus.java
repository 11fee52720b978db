package dev.bascule.nativerunner.corpus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the operator cases beside the project, where they are. The product's own reader is a floor above. */
public final class NodeCorpus {
    private NodeCorpus() {}

    /**
     * A case and what must come of it.
     *
     * @param expected outputs by name, for each data set
     */
    public record Entry(PackedCase packed, List<Map<String, Value>> expected) {}

    /** All cases, by name; skips the test where there are none. */
    public static List<Entry> read() throws IOException {
        Path folder = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "onnx-node");
        assumeTrue(Files.isDirectory(folder), () -> folder + " is not here");
        List<Entry> cases = new ArrayList<>();
        for (Path entry : sorted(folder)) {
            cases.add(read(entry));
        }
        return cases;
    }

    private static Entry read(Path folder) throws IOException {
        byte[] onnx = Files.readAllBytes(folder.resolve("model.onnx"));
        GraphProto graph = ModelProto.parseFrom(onnx).getGraph();
        List<Map<String, Value>> sets = new ArrayList<>();
        List<Map<String, Value>> expected = new ArrayList<>();
        for (Path set : sorted(folder)) {
            if (Files.isDirectory(set)) {
                sets.add(values(set, "input_", graph.getInputList()));
                expected.add(values(set, "output_", graph.getOutputList()));
            }
        }
        PackedCase packed =
                new PackedCase(folder.getFileName().toString(), new Program.Model(ByteBuffer.wrap(onnx)), sets);
        return new Entry(packed, expected);
    }

    private static Map<String, Value> values(Path set, String prefix, List<ValueInfoProto> declared)
            throws IOException {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; Files.exists(set.resolve(prefix + i + ".pb")); i++) {
            byte[] bytes = Files.readAllBytes(set.resolve(prefix + i + ".pb"));
            values.put(declared.get(i).getName(), value(declared.get(i).getType(), bytes));
        }
        return values;
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static Value value(TypeProto type, byte[] bytes) throws IOException {
        if (type.hasTensorType()) {
            Tensor stored = tensor(TensorProto.parseFrom(bytes));
            // NumPy, which wrote the files, has no bfloat16: its bits are stored as uint16.
            return type.getTensorType().getElemType() == DType.BFLOAT16.onnx()
                    ? Value.of(Tensor.of(DType.BFLOAT16, stored.shape(), stored.data()))
                    : Value.of(stored);
        }
        return type.hasSequenceType()
                ? sequence(UnknownFieldSet.parseFrom(bytes))
                : optional(UnknownFieldSet.parseFrom(bytes));
    }

    /** {@code SequenceProto}: tensors are field 3, sequences field 5. */
    private static Value sequence(UnknownFieldSet proto) throws IOException {
        List<Value> items = new ArrayList<>();
        for (ByteString item : proto.getField(3).getLengthDelimitedList()) {
            items.add(Value.of(tensor(TensorProto.parseFrom(item))));
        }
        for (ByteString item : proto.getField(5).getLengthDelimitedList()) {
            items.add(sequence(UnknownFieldSet.parseFrom(item)));
        }
        return new Value.Many(items);
    }

    /** {@code OptionalProto}: its kind is field 2 (0 for nothing, 1 tensor, 3 sequence), its value field 3 or 5. */
    private static Value optional(UnknownFieldSet proto) throws IOException {
        for (ByteString tensor : proto.getField(3).getLengthDelimitedList()) {
            return Value.of(tensor(TensorProto.parseFrom(tensor)));
        }
        for (ByteString sequence : proto.getField(5).getLengthDelimitedList()) {
            return sequence(UnknownFieldSet.parseFrom(sequence));
        }
        return new Value.Absent();
    }

    private static Tensor tensor(TensorProto proto) {
        DType dtype = DType.ofOnnx(proto.getDataType()).orElseThrow();
        Shape shape = new Shape(proto.getDimsList());
        if (dtype == DType.STRING) {
            return Tensor.strings(
                    shape,
                    proto.getStringDataList().stream()
                            .map(ByteString::toStringUtf8)
                            .toList());
        }
        if (proto.hasRawData()) {
            return Tensor.of(dtype, shape, proto.getRawData().toByteArray());
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.toIntExact(8 * shape.elements() + 8)).order(ByteOrder.LITTLE_ENDIAN);
        proto.getFloatDataList().forEach(bytes::putFloat);
        proto.getDoubleDataList().forEach(bytes::putDouble);
        proto.getInt64DataList().forEach(bytes::putLong);
        proto.getUint64DataList().forEach(number -> {
            if (dtype == DType.UINT32) {
                bytes.putInt(number.intValue());
            } else {
                bytes.putLong(number);
            }
        });
        proto.getInt32DataList().forEach(number -> {
            switch (dtype.bits()) {
                case 32 -> bytes.putInt(number);
                case 16 -> bytes.putShort(number.shortValue());
                default -> bytes.put(number.byteValue());
            }
        });
        return Tensor.of(dtype, shape, bytes.flip());
    }
}
