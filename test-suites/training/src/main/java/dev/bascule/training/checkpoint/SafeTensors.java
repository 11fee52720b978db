package dev.bascule.training.checkpoint;

import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a safetensors file holds (https://huggingface.co/docs/safetensors): tensors by name, and texts. Immutable.
 *
 * @param metadata what the format calls {@code __metadata__}
 */
record SafeTensors(Map<String, Tensor> tensors, Map<String, String> metadata) {
    /** The key that is no tensor. */
    static final String METADATA = "__metadata__";
    /** What the format's own library reads at most. */
    static final int MOST_HEADER = 100_000_000;

    SafeTensors {
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        if (tensors.containsKey(METADATA)) {
            throw new IllegalArgumentException("a tensor called " + METADATA);
        }
    }
}
