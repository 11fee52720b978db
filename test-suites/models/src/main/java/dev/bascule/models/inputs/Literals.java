package dev.bascule.models.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Values typed in: a number, a truth value, a string, {@code 1,2,3}, or nested lists in JSON notation. Stateless.
 */
final class Literals {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Literals() {}

    /** A literal's elements in row-major order and the shape that its lists have. */
    record Literal(List<JsonNode> elements, Shape shape) {

        /** As a tensor of the dtype, in the literal's own shape or another one with as many elements. */
        Tensor tensor(String input, DType dtype, Shape as) {
            if (dtype == DType.STRING) {
                return Tensor.strings(
                        as, elements.stream().map(JsonNode::asText).toList());
            }
            NumberWriter out = new NumberWriter(dtype, as);
            for (JsonNode element : elements) {
                if (element.isBoolean() && dtype == DType.BOOL) {
                    out.put(element.booleanValue() ? 1L : 0L);
                } else if (element.isIntegralNumber() && element.canConvertToLong()) {
                    out.put(element.longValue());
                } else if (element.isNumber() && dtype.isFloat()) {
                    out.put(element.doubleValue());
                } else {
                    throw InputMismatch.of(
                            "input '%s' is %s, which %s is not".formatted(input, dtype.wireName(), element));
                }
            }
            return out.tensor();
        }
    }

    static Literal parse(String input, String text) {
        JsonNode root;
        try {
            root = parse(text);
        } catch (JsonProcessingException e) {
            throw InputMismatch.of(
                    "the value '%s' of input '%s' is no number, list or truth value".formatted(text, input),
                    "write %s=1,2,3 or %s=[[1,2],[3,4]]".formatted(input, input));
        }
        List<Long> dims = new ArrayList<>();
        for (JsonNode node = root; node.isArray(); node = node.get(0)) {
            dims.add((long) node.size());
            if (node.isEmpty()) {
                break;
            }
        }
        List<JsonNode> elements = new ArrayList<>();
        collect(input, root, dims, 0, elements);
        return new Literal(elements, new Shape(dims));
    }

    private static JsonNode parse(String text) throws JsonProcessingException {
        String stripped = text.strip();
        boolean bareList = stripped.contains(",") && !stripped.startsWith("[") && !stripped.startsWith("\"");
        return JSON.readTree(bareList ? "[" + stripped + "]" : stripped);
    }

    private static void collect(String input, JsonNode node, List<Long> dims, int depth, List<JsonNode> elements) {
        if (depth == dims.size()) {
            if (!node.isValueNode() || node.isNull()) {
                throw InputMismatch.of("input '%s': '%s' is no number".formatted(input, node));
            }
            elements.add(node);
            return;
        }
        if (!node.isArray() || node.size() != dims.get(depth)) {
            throw InputMismatch.of("input '%s': the lists are not all of the same length".formatted(input));
        }
        node.forEach(child -> collect(input, child, dims, depth + 1, elements));
    }
}
