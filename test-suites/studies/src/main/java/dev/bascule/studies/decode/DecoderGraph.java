package dev.bascule.studies.decode;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a decoder is fed and gives: tokens and the position of the first of them, the caches of all layers at their full size,
 * logits and the caches after it. Immutable.
 *
 * @param vocabulary how many tokens there are
 * @param context how many tokens its caches hold
 * @param caches shapes by the name of the input
 * @param carry input name to the output that is its next value
 * @param crosses shapes, by the name of the input, of what an encoder gives it once for all tokens; none where it looks at no encoder
 */
public record DecoderGraph(
        int vocabulary, int context, Map<String, Shape> caches, Map<String, String> carry, Map<String, Shape> crosses) {
    static final String TOKENS = "input_ids";
    static final String POSITION = "position";
    static final String LOGITS = "logits";
    private static final String PAST = "past.";
    private static final String PRESENT = "present.";
    private static final String CROSS = "cross.";
    /** Caches are {@code [batch, heads, context, size]}. */
    private static final int CONTEXT_AXIS = 2;

    public DecoderGraph {
        caches = Collections.unmodifiableMap(new LinkedHashMap<>(caches));
        carry = Map.copyOf(carry);
        crosses = Collections.unmodifiableMap(new LinkedHashMap<>(crosses));
    }

    /**
     * Reads it.
     *
     * @param name the model's, for errors
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} where it is no decoder of this kind
     */
    public static DecoderGraph of(String name, ModelProto model) {
        Map<String, ValueInfoProto> inputs = byName(model.getGraph().getInputList());
        Map<String, ValueInfoProto> outputs = byName(model.getGraph().getOutputList());
        Map<String, Shape> caches = new LinkedHashMap<>();
        Map<String, String> carry = new LinkedHashMap<>();
        Map<String, Shape> crosses = new LinkedHashMap<>();
        inputs.forEach((input, type) -> {
            if (input.startsWith(CROSS)) {
                crosses.put(
                        input,
                        shape(type).orElseThrow(() -> refused(name, "the size of '%s' is not fixed".formatted(input))));
            }
            if (input.startsWith(PAST)) {
                caches.put(
                        input,
                        shape(type).orElseThrow(() -> refused(name, "the size of '%s' is not fixed".formatted(input))));
                carry.put(input, PRESENT + input.substring(PAST.length()));
            }
        });
        if (!inputs.containsKey(PAST + "0.key")) {
            throw refused(name, "it has no input 'past.0.key'");
        }
        for (String needed : List.of(TOKENS, POSITION)) {
            if (!inputs.containsKey(needed)) {
                throw refused(name, "it has no input '%s'".formatted(needed));
            }
        }
        for (String needed : carry.values()) {
            if (!outputs.containsKey(needed)) {
                throw refused(name, "it has no output '%s'".formatted(needed));
            }
        }
        ValueInfoProto logits = Optional.ofNullable(outputs.get(LOGITS))
                .orElseThrow(() -> refused(name, "it has no output '%s'".formatted(LOGITS)));
        return new DecoderGraph(last(name, logits), context(name, caches), caches, carry, crosses);
    }

    private static int context(String name, Map<String, Shape> caches) {
        List<Long> dims = Optional.ofNullable(caches.get(PAST + "0.key"))
                .map(Shape::dims)
                .orElseThrow(() -> refused(name, "'past.0.key' is no tensor"));
        if (dims.size() != 4) {
            throw refused(name, "'past.0.key' has %d dimensions and not 4".formatted(dims.size()));
        }
        return Math.toIntExact(dims.get(CONTEXT_AXIS));
    }

    private static int last(String name, ValueInfoProto logits) {
        List<Dimension> dims = logits.getType().getTensorType().getShape().getDimList();
        if (dims.isEmpty() || dims.get(dims.size() - 1).getDimValue() <= 1) {
            throw refused(name, "the last dimension of 'logits', the vocabulary, is not fixed");
        }
        return Math.toIntExact(dims.get(dims.size() - 1).getDimValue());
    }

    private static Optional<Shape> shape(ValueInfoProto value) {
        List<Dimension> dims = value.getType().getTensorType().getShape().getDimList();
        return dims.stream().allMatch(dim -> dim.getDimValue() > 0)
                ? Optional.of(
                        new Shape(dims.stream().map(Dimension::getDimValue).toList()))
                : Optional.empty();
    }

    private static Map<String, ValueInfoProto> byName(List<ValueInfoProto> values) {
        Map<String, ValueInfoProto> named = new LinkedHashMap<>();
        values.forEach(value -> named.put(value.getName(), value));
        return named;
    }

    private static BasculeException refused(String name, String why) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "'%s' is no decoder that can be forced along tokens: %s".formatted(name, why),
                "a decoder has input_ids, position and past.N.key/value of a fixed size, and gives logits and"
                        + " present.N.key/value");
    }
}
