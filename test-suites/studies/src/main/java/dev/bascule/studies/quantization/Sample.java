package dev.bascule.studies.quantization;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Something to ask a model. Immutable.
 *
 * @param inputs as the model takes them
 * @param label the right class; empty where nobody knows it
 * @param sha256 of the inputs alone: the same question with another label is the same sample
 */
public record Sample(Map<String, Tensor> inputs, OptionalInt label, String sha256) {
    public Sample {
        inputs = Collections.unmodifiableMap(new TreeMap<>(inputs));
    }

    public static Sample of(Map<String, Tensor> inputs, OptionalInt label) {
        MessageDigest digest = Sha256.digest();
        new TreeMap<>(inputs).forEach((name, tensor) -> {
            digest.update((name + '\0' + tensor + '\0').getBytes(StandardCharsets.UTF_8));
            digest.update(tensor.data());
        });
        return new Sample(inputs, label, Sha256.hex(digest));
    }
}
