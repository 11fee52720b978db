package dev.bascule.studies.decode;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a decoder is fed. Immutable.
 *
 * @param crosses what its encoder gave, the same at each step; none where it looks at none
 */
record DecodeFeeds(DecoderGraph graph, Map<String, Tensor> crosses) {

    /** These tokens at once, with empty caches. */
    Feeds prompt(long[] tokens) {
        Map<String, List<Tensor>> inputs = empty();
        inputs.put(DecoderGraph.TOKENS, List.of(atOnce(tokens)));
        inputs.put(DecoderGraph.POSITION, List.of(position(0)));
        return new Feeds(inputs, Map.of());
    }

    /** The same in a first step, and in a second this token on the caches that they left. */
    Feeds promptAndNext(long[] tokens, long next) {
        Map<String, List<Tensor>> inputs = empty();
        inputs.put(DecoderGraph.TOKENS, List.of(atOnce(tokens), token(next)));
        inputs.put(DecoderGraph.POSITION, List.of(position(0), position(tokens.length)));
        return new Feeds(inputs, graph.carry());
    }

    private static Tensor atOnce(long[] tokens) {
        return Tensor.longs(Shape.of(1, tokens.length), tokens);
    }

    /** One token a step, each on the caches of the step before. */
    Feeds steps(long[] tokens) {
        Map<String, List<Tensor>> inputs = empty();
        inputs.put(
                DecoderGraph.TOKENS,
                Arrays.stream(tokens).mapToObj(DecodeFeeds::token).toList());
        inputs.put(
                DecoderGraph.POSITION,
                IntStream.range(0, tokens.length)
                        .mapToObj(DecodeFeeds::position)
                        .toList());
        return new Feeds(inputs, graph.carry());
    }

    static Tensor token(long token) {
        return Tensor.longs(Shape.of(1, 1), token);
    }

    static Tensor position(long position) {
        return Tensor.longs(Shape.of(1), position);
    }

    private Map<String, List<Tensor>> empty() {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        crosses.forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        graph.caches()
                .forEach((name, shape) ->
                        inputs.put(name, List.of(Tensor.floats(shape, new float[Math.toIntExact(shape.elements())]))));
        return inputs;
    }
}
