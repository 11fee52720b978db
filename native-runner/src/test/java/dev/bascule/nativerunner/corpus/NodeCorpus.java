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

/**
 * Reads the operator cases beside the project, where they are, as far as packs need them: inputs without what is expected.
 * The product's own reader is a floor above.
 */
public final class NodeCorpus {
    private NodeCorpus() {}

    /** All cases, by name; skips the test where there are none. */
    public static List<PackedCase> read() throws IOException {
        Path folder = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "onnx-node");
        assumeTrue(Files.isDirectory(folder), () -> folder + " is not here");
        List<PackedCase> cases = new ArrayList<>();
        for (Path entry : sorted(folder)) {
            cases.add(read(entry));
        }
        return cases;
    }

    private static PackedCase read(Path folder) throws IOException {
        byte[] onnx = Files.readAllBytes(folder.resolve("model.onnx"));
        GraphProto graph = ModelProto.parseFrom(onnx).getGraph();
        List<Map<String, Value>> sets = new ArrayList<>();
        for (Path set : sorted(folder)) {
            if (!Files.isDirectory(set)) {
                continue;
            }
            Map<String, Value> inputs = new LinkedHashMap<>();
            for (int i = 0; Files.exists(set.resolve("input_" + i + ".pb")); i++) {
                ValueInfoProto declared = graph.getInput(i);
                byte[] bytes = Files.readAllBytes(set.resolve("input_" + i + ".pb"));
                inputs.put(declared.getName(), value(declared.getType(), bytes));
            }
            sets.add(inputs);
        }
        return new PackedCase(folder.getFileName().toString(), new Program.Model(ByteBuffer.wrap(onnx)), sets);
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static Value value(TypeProto type, byte[] bytes) throws IOException {
        if (type.hasTensorType()) {
            return Value.of(tensor(TensorProto.parseFrom(bytes)));
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
