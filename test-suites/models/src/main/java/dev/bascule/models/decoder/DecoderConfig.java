package dev.bascule.models.decoder;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The dimensions of a decoder. Its graphs have the inputs {@code input_ids} int64 [1, sequence], {@code position} int64 [1], the
 * number of positions in the cache before, and for each layer N {@code past.N.key} and {@code past.N.value}, float32
 * [1, kvHeads, context, headSize]; the outputs {@code logits} float32 [1, sequence, vocabulary] and {@code present.N.key} and {@code
 * present.N.value}, shaped as the inputs. Position plus sequence must not exceed the context. What a cache holds behind the last position is
 * never looked at; the plain graph leaves it as it was, in the contrib graph it is the engine's affair (ONNX Runtime's WebGPU leaves there
 * what its buffer held before).
 *
 * <p>One that looks at an encoder has the inputs {@code cross.N.key} and {@code cross.N.value} besides, float32 [1, heads, source,
 * headSize], the same in every step: what its layers make of the encoder's result is computed once, in the encoder's graph.
 *
 * @param hidden model width
 * @param heads query heads
 * @param kvHeads heads of keys and values; divides the query heads
 * @param headSize width of a head; even
 * @param feedForward width between the layers of the perceptron
 * @param context positions of the cache: the longest text
 * @param ropeTheta base of the rotary wavelengths; of no meaning without rotary positions
 * @param normEpsilon added under the normalisation's root
 * @param qkvBias whether queries, keys and values have a bias
 * @param tied whether the logits come from the embedding matrix
 * @param source positions of the encoder, for a shape that looks at one
 */
public record DecoderConfig(
        DecoderShape shape,
        int layers,
        int hidden,
        int heads,
        int kvHeads,
        int headSize,
        int feedForward,
        int vocabulary,
        int context,
        double ropeTheta,
        double normEpsilon,
        boolean qkvBias,
        boolean tied,
        Optional<Integer> source) {

    /** Name of the input of token ids. */
    public static final String IDS = "input_ids";
    /** Name of the input that says how many positions are in the cache. */
    public static final String POSITION = "position";
    /** Name of the output. */
    public static final String LOGITS = "logits";
    /** Name of the dynamic dimension. */
    public static final String SEQUENCE = "sequence";

    public DecoderConfig {
        if (layers < 1 || hidden < 1 || heads < 1 || kvHeads < 1 || headSize < 2 || feedForward < 1) {
            throw new IllegalArgumentException("a decoder has layers, widths and heads");
        }
        if (shape.crosses() != source.isPresent()
                || source.filter(length -> length < 1).isPresent()) {
            throw new IllegalArgumentException("%s looks at an encoder of %s positions".formatted(shape, source));
        }
        if (vocabulary < 1 || context < 1) {
            throw new IllegalArgumentException("a decoder has a vocabulary and a context");
        }
        if (heads % kvHeads != 0 || headSize % 2 != 0) {
            throw new IllegalArgumentException(
                    "%d query heads of %d on %d key heads".formatted(heads, headSize, kvHeads));
        }
    }

    /** One that looks at no encoder. */
    public DecoderConfig(
            DecoderShape shape,
            int layers,
            int hidden,
            int heads,
            int kvHeads,
            int headSize,
            int feedForward,
            int vocabulary,
            int context,
            double ropeTheta,
            double normEpsilon,
            boolean qkvBias,
            boolean tied) {
        this(
                shape,
                layers,
                hidden,
                heads,
                kvHeads,
                headSize,
                feedForward,
                vocabulary,
                context,
                ropeTheta,
                normEpsilon,
                qkvBias,
                tied,
                Optional.empty());
    }

    public static String past(int layer, String what) {
        return "past.%d.%s".formatted(layer, what);
    }

    public static String present(int layer, String what) {
        return "present.%d.%s".formatted(layer, what);
    }

    /** What a layer looks at of the encoder: {@code key} or {@code value}. */
    public static String cross(int layer, String what) {
        return "cross.%d.%s".formatted(layer, what);
    }

    /** Inputs that each step of one token has an element of. */
    public static Map<String, Integer> frames() {
        return Map.of(IDS, 1, POSITION, 1);
    }

    /** Each input of the cache with the output whose previous value feeds it. */
    public Map<String, String> carry() {
        return carry(layers);
    }

    /** The same for so many layers. */
    public static Map<String, String> carry(int layers) {
        Map<String, String> carry = new LinkedHashMap<>();
        for (int layer = 0; layer < layers; layer++) {
            carry.put(past(layer, "key"), present(layer, "key"));
            carry.put(past(layer, "value"), present(layer, "value"));
        }
        return carry;
    }
}
