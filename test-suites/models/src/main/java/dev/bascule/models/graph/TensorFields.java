package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which fields of a TensorProto hold data. ONNX demands exactly one; of several, each reader takes the one it likes, and two
 * readers hold different values for the same. Stateless.
 */
final class TensorFields {
    /** Bits of so many can still be counted, whatever the type. */
    private static final long MOST_ELEMENTS = Long.MAX_VALUE / 128;

    private TensorFields() {}

    /** Why a tensor cannot be read the same by everybody, if so. */
    static Optional<String> fault(TensorProto tensor) {
        Map<String, Integer> filled = filled(tensor);
        boolean external = tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL;
        if (filled.size() > 1 || (external && !filled.isEmpty())) {
            return Optional.of("it has data in %s%s, where ONNX allows one: engines differ in which they take"
                    .formatted(String.join(" and ", filled.keySet()), external ? " and in another file" : ""));
        }
        Optional<DType> dtype = DType.ofOnnx(tensor.getDataType());
        if (tensor.getDimsList().stream().anyMatch(dim -> dim < 0)) {
            return Optional.of("its shape %s has a negative size".formatted(shape(tensor)));
        }
        OptionalLong countable = new Shape(tensor.getDimsList()).countable();
        if (countable.isEmpty() || countable.getAsLong() > MOST_ELEMENTS) {
            return Optional.of("its shape %s has more elements than can be counted".formatted(shape(tensor)));
        }
        if (external || dtype.isEmpty()) {
            return Optional.empty();
        }
        long elements = countable.getAsLong();
        if (dtype.get() == DType.STRING) {
            return wrong(tensor, elements, "string_data", "strings", tensor.getStringDataCount());
        }
        if (tensor.hasRawData()) {
            return wrong(
                    tensor,
                    dtype.get().bytes(elements),
                    "raw_data",
                    "bytes",
                    tensor.getRawData().size());
        }
        String field = field(dtype.get());
        // Two of four bits stand in one.
        long wanted = dtype.get().bits() < Byte.SIZE ? dtype.get().bytes(elements) : elements;
        return wrong(tensor, wanted, field, "elements", filled.getOrDefault(field, 0));
    }

    private static Optional<String> wrong(TensorProto tensor, long wanted, String field, String units, long given) {
        return wanted == given
                ? Optional.empty()
                : Optional.of("its shape %s wants %d %s in %s, and there are %d"
                        .formatted(shape(tensor), wanted, units, field, given));
    }

    private static String shape(TensorProto tensor) {
        return tensor.getDimsList().stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    private static Map<String, Integer> filled(TensorProto tensor) {
        Map<String, Integer> filled = new TreeMap<>();
        filled.put("raw_data", tensor.getRawData().size());
        filled.put("float_data", tensor.getFloatDataCount());
        filled.put("double_data", tensor.getDoubleDataCount());
        filled.put("int32_data", tensor.getInt32DataCount());
        filled.put("int64_data", tensor.getInt64DataCount());
        filled.put("uint64_data", tensor.getUint64DataCount());
        filled.put("string_data", tensor.getStringDataCount());
        filled.values().removeIf(count -> count == 0);
        return filled;
    }

    private static String field(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> "float_data";
            case FLOAT64 -> "double_data";
            case INT64 -> "int64_data";
            case UINT32, UINT64 -> "uint64_data";
            case STRING -> "string_data";
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
                    INT2 -> "int32_data";
        };
    }
}
