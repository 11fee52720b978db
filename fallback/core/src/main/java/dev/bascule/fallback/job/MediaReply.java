package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a file at the end of its way.
 *
 * @param times of each step that was timed, by its word
 * @param tensors what came back: {@link #PCM}, or {@link #PIXELS} and maybe {@link #CANVAS}
 * @param facts codec, container, bytes
 */
public record MediaReply(Map<String, Samples> times, Map<String, Tensor> tensors, Map<String, String> facts) {
    /** Samples of a sound: float32, one dimension. */
    public static final String PCM = "pcm";
    /** Of a picture: uint8 [height, width, 3]. */
    public static final String PIXELS = "pixels";
    /** The same, by the way of a 2D canvas beside another. */
    public static final String CANVAS = "canvas";

    /** Of one tensor; more than any file that a host sends: ten seconds of sound at 96 kHz, or a picture of two million pixels. */
    public static final int MOST_ELEMENTS = 6_500_000;
    /** Pixels of a picture's side. */
    public static final int MOST_SIDE = 8_192;

    public MediaReply {
        times = Collections.unmodifiableMap(new LinkedHashMap<>(times));
        tensors = Map.copyOf(tensors);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    public Optional<Tensor> tensor(String name) {
        return Optional.ofNullable(tensors.get(name));
    }
}
