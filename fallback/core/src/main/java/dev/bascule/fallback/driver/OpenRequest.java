package dev.bascule.fallback.driver;

import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a session is wanted for.
 *
 * @param backend the backend's id
 * @param model the file
 * @param settings how
 * @param inputs every tensor that it will be fed, so that the engine can pick a binding that carries them
 * @param profile where the engine is to write its profile: the path's beginning, to which it adds a time and an ending
 * @param unpacked whether weights are to stay in the model's own form, where an engine would pack them for its kernels: slower, and
 *     its profile tells their shapes
 */
public record OpenRequest(
        String backend,
        Path model,
        SessionSettings settings,
        List<Tensor> inputs,
        Optional<Path> profile,
        boolean unpacked) {

    public OpenRequest {
        inputs = List.copyOf(inputs);
    }

    /** With weights as the engine likes them. */
    public OpenRequest(
            String backend, Path model, SessionSettings settings, List<Tensor> inputs, Optional<Path> profile) {
        this(backend, model, settings, inputs, profile, false);
    }

    public OpenRequest withProfile(Path prefix) {
        return new OpenRequest(backend, model, settings, inputs, Optional.of(prefix), unpacked);
    }

    public OpenRequest withUnpackedWeights() {
        return new OpenRequest(backend, model, settings, inputs, profile, true);
    }
}
