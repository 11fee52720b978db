package dev.bascule.training.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.text.PlainText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads safetensors strictly: names only once, and tensors that lie side by side from the first byte to the last. Stateless. */
final class SafeTensorsReader {
    private static final int PREFIX = Long.BYTES;
    private static final int SHOWN = 80;

    private record Place(String name, DType dtype, Shape shape, long begin, long end) {}

    private SafeTensorsReader() {}

    /**
     * @param file as it is called in errors
     * @throws BasculeException {@link ErrorCode#CHECKPOINT_INVALID}
     */
    static SafeTensors read(String file, byte[] bytes) {
        if (bytes.length < PREFIX) {
            throw invalid(file, "it has %d bytes, and the length of a header alone takes 8", bytes.length);
        }
        long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
        if (length < 2 || length > SafeTensors.MOST_HEADER || length > bytes.length - PREFIX) {
            throw invalid(
                    file,
                    "its header has %s bytes, it says; the file has %d",
                    Long.toUnsignedString(length),
                    bytes.length);
        }
        ObjectNode header = header(file, bytes, (int) length);
        Map<String, String> metadata = new LinkedHashMap<>();
        List<Place> places = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : header.properties()) {
            if (each.getKey().equals(SafeTensors.METADATA)) {
                metadata.putAll(metadata(file, each.getValue()));
            } else {
                places.add(place(file, each.getKey(), each.getValue()));
            }
        }
        return new SafeTensors(tensors(file, bytes, PREFIX + (int) length, places), metadata);
    }

    private static ObjectNode header(String file, byte[] bytes, int length) {
        if (bytes[PREFIX] != '{') {
            throw invalid(file, "its header does not begin with {");
        }
        try {
            if (Json.MAPPER.readTree(bytes, PREFIX, length) instanceof ObjectNode object) {
                return object;
            }
            throw invalid(file, "its header is no JSON object");
        } catch (JsonProcessingException e) {
            throw invalid(file, "its header is no JSON: %s", PlainText.line(e.getOriginalMessage()));
        } catch (IOException e) {
            throw invalid(file, "its header cannot be read: %s", PlainText.line(String.valueOf(e.getMessage())));
        }
    }

    private static Map<String, String> metadata(String file, JsonNode field) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (!field.isObject()) {
            throw invalid(file, "its %s is no object", SafeTensors.METADATA);
        }
        for (Map.Entry<String, JsonNode> each : field.properties()) {
            if (!each.getValue().isTextual()) {
                throw invalid(file, "'%s' of its %s is no text", shown(each.getKey()), SafeTensors.METADATA);
            }
            texts.put(each.getKey(), each.getValue().textValue());
        }
        return texts;
    }

    private static Place place(String file, String name, JsonNode field) {
        JsonNode type = field.path("dtype");
        DType dtype = SafeTensorsTypes.of(type.asText(""))
                .orElseThrow(() -> invalid(
                        file,
                        "tensor '%s' is of type '%s', which is not read here",
                        shown(name),
                        shown(type.asText(""))));
        List<Long> dims = wholes(file, name, field.path("shape"), "shape");
        List<Long> offsets = wholes(file, name, field.path("data_offsets"), "data_offsets");
        if (field.size() != 3 || offsets.size() != 2) {
            throw invalid(file, "tensor '%s' has other fields than dtype, shape and two data_offsets", shown(name));
        }
        Shape shape = new Shape(dims);
        if (shape.countable().isEmpty()) {
            throw invalid(file, "tensor '%s' has more elements than can be counted", shown(name));
        }
        return new Place(name, dtype, shape, offsets.get(0), offsets.get(1));
    }

    private static List<Long> wholes(String file, String name, JsonNode field, String what) {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode each : field) {
            if (!each.isIntegralNumber() || !each.canConvertToLong() || each.longValue() < 0) {
                throw invalid(file, "the %s of tensor '%s' is no list of whole numbers", what, shown(name));
            }
            numbers.add(each.longValue());
        }
        if (!field.isArray()) {
            throw invalid(file, "tensor '%s' has no %s", shown(name), what);
        }
        return numbers;
    }

    private static Map<String, Tensor> tensors(String file, byte[] bytes, int data, List<Place> places) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        long at = 0;
        List<Place> order = places.stream()
                .sorted(Comparator.comparingLong(Place::begin).thenComparingLong(Place::end))
                .toList();
        for (Place each : order) {
            if (each.begin() != at || each.end() < at || each.end() > bytes.length - data) {
                throw invalid(
                        file,
                        "tensor '%s' lies from %d to %d, where one before ends at %d and all at %d: the file is cut"
                                + " short, or its tensors overlap or leave a gap",
                        shown(each.name()),
                        each.begin(),
                        each.end(),
                        at,
                        bytes.length - data);
            }
            if (!holds(each)) {
                throw invalid(
                        file,
                        "tensor '%s' is %s%s, and has %d bytes",
                        shown(each.name()),
                        each.dtype().wireName(),
                        each.shape(),
                        each.end() - each.begin());
            }
            tensors.put(each.name(), Tensor.of(each.dtype(), each.shape(), ByteBuffer.wrap(bytes, data + (int) at, (int)
                    (each.end() - at))));
            at = each.end();
        }
        if (at != bytes.length - data) {
            throw invalid(file, "%d bytes behind its last tensor belong to none", bytes.length - data - at);
        }
        return tensors;
    }

    /** Asked in the order in which nothing overflows. */
    private static boolean holds(Place each) {
        long elements = each.shape().elements();
        return elements <= Integer.MAX_VALUE && each.dtype().bytes(elements) == each.end() - each.begin();
    }

    private static String shown(String text) {
        String line = PlainText.line(text);
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }

    private static BasculeException invalid(String file, String why, Object... values) {
        return new BasculeException(
                ErrorCode.CHECKPOINT_INVALID,
                "'%s' is no safetensors file that can be read: %s".formatted(file, why.formatted(values)));
    }
}
