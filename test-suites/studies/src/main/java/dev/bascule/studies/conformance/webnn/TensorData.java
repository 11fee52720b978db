package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a tensor: {@code data} is a list of numbers, or one number that fills it. What JSON has no number for is a string:
 * {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}, and integers beyond a double with an {@code n} behind ({@code
 * "-9223372036854775807n"}). Floats are rounded to their type, to nearest even. Stateless.
 */
final class TensorData {
    private static final Pattern INTEGER = Pattern.compile("-?\\d+n?");

    private TensorData() {}

    /** @param where the key of the operand, for errors */
    static Tensor read(String where, JsonNode operand) {
        DType dtype = dtype(where, operand);
        Shape shape = shape(where, operand);
        JsonNode data = operand.path("data");
        List<JsonNode> elements = new ArrayList<>();
        flatten(data, elements);
        int size = Math.toIntExact(shape.elements());
        boolean fills = !data.isArray();
        if (data.isMissingNode() || data.isNull()) {
            throw new BadCase(where + ".data", "it is missing", "give a list of numbers, or one number that fills it");
        }
        if (!fills && elements.size() != size) {
            throw new BadCase(
                    where + ".data",
                    "%d elements, but the shape %s has %d".formatted(elements.size(), shape, size),
                    "make data and shape agree; one number that is no list fills any shape");
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.toIntExact(dtype.bytes(size))).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < size; i++) {
            int at = fills ? 0 : i;
            put(where + ".data[" + at + "]", bytes, dtype, i, elements.get(at));
        }
        return Tensor.of(dtype, shape, bytes);
    }

    static DType dtype(String where, JsonNode operand) {
        String word = operand.path("descriptor").path("dataType").asText();
        return switch (word) {
            case "float32" -> DType.FLOAT32;
            case "float16" -> DType.FLOAT16;
            case "int32" -> DType.INT32;
            case "uint32" -> DType.UINT32;
            case "int64" -> DType.INT64;
            case "uint64" -> DType.UINT64;
            case "int8" -> DType.INT8;
            case "uint8" -> DType.UINT8;
            case "int4" -> DType.INT4;
            case "uint4" -> DType.UINT4;
            default ->
                throw new BadCase(
                        where + ".descriptor.dataType",
                        word.isEmpty() ? "it is missing" : "WebNN has no type '%s'".formatted(word),
                        "float32, float16, int32, uint32, int64, uint64, int8, uint8, int4 or uint4");
        };
    }

    static Shape shape(String where, JsonNode operand) {
        JsonNode descriptor = operand.path("descriptor");
        // What the specification called it until 2024.
        JsonNode dims = descriptor.has("shape") ? descriptor.get("shape") : descriptor.path("dimensions");
        List<Long> sizes = new ArrayList<>();
        dims.forEach(dim -> sizes.add(dim.isIntegralNumber() ? dim.asLong() : -1));
        if (!dims.isArray() || sizes.stream().anyMatch(size -> size < 0)) {
            throw new BadCase(
                    where + ".descriptor.shape",
                    dims.isMissingNode() ? "it is missing" : "%s is no shape".formatted(dims),
                    "a list of sizes; [] for a scalar");
        }
        return new Shape(sizes);
    }

    private static void flatten(JsonNode data, List<JsonNode> into) {
        if (data.isArray()) {
            data.forEach(element -> flatten(element, into));
        } else {
            into.add(data);
        }
    }

    private static void put(String where, ByteBuffer bytes, DType dtype, int index, JsonNode value) {
        switch (dtype) {
            case FLOAT32 -> bytes.putFloat(index * 4, (float) number(where, value));
            case FLOAT16 -> bytes.putShort(index * 2, HalfFloat.bits(number(where, value)));
            case INT8, UINT8 -> bytes.put(index, (byte) integer(where, dtype, value));
            case INT32, UINT32 -> bytes.putInt(index * 4, (int) integer(where, dtype, value));
            case INT64, UINT64 -> bytes.putLong(index * 8, integer(where, dtype, value));
            case INT4, UINT4 -> {
                int nibble = (int) integer(where, dtype, value) & 0xF;
                bytes.put(index / 2, (byte) (bytes.get(index / 2) | nibble << (index % 2 * 4)));
            }
            case FLOAT64,
                    BFLOAT16,
                    INT16,
                    UINT16,
                    BOOL,
                    STRING,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ -> throw new IllegalStateException("WebNN has no " + dtype);
        }
    }

    private static double number(String where, JsonNode value) {
        if (value.isNumber()) {
            return value.doubleValue();
        }
        return switch (value.asText()) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default ->
                throw new BadCase(
                        where,
                        "%s is no number".formatted(value),
                        "a number, or \"NaN\", \"Infinity\" or \"-Infinity\"");
        };
    }

    /** The element's bits, as wide as a long. */
    private static long integer(String where, DType dtype, JsonNode value) {
        BigInteger integer = exact(value);
        boolean signed = dtype == DType.INT8 || dtype == DType.INT32 || dtype == DType.INT64 || dtype == DType.INT4;
        BigInteger span = BigInteger.ONE.shiftLeft(dtype.bits());
        BigInteger least = signed ? span.shiftRight(1).negate() : BigInteger.ZERO;
        if (integer == null || integer.compareTo(least) < 0 || integer.compareTo(least.add(span)) >= 0) {
            throw new BadCase(
                    where,
                    "%s is no %s".formatted(value, dtype.wireName()),
                    "a whole number from %s to %s; beyond 2^53 as a string with an n behind"
                            .formatted(least, least.add(span).subtract(BigInteger.ONE)));
        }
        return integer.longValue();
    }

    private static @org.jspecify.annotations.Nullable BigInteger exact(JsonNode value) {
        if (value.isIntegralNumber()) {
            return value.bigIntegerValue();
        }
        if (value.isNumber()) {
            double number = value.doubleValue();
            return number == Math.rint(number) && Math.abs(number) <= 0x1p53 ? BigInteger.valueOf((long) number) : null;
        }
        String text = value.asText();
        return value.isTextual() && INTEGER.matcher(text).matches() ? new BigInteger(text.replace("n", "")) : null;
    }
}
