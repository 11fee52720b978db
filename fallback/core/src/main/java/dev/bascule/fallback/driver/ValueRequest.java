package dev.bascule.fallback.driver;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a {@link ValueSession} is wanted for.
 *
 * @param backend the backend's id
 * @param onnx the model's bytes
 * @param settings how
 * @param profile where the engine is to write its profile: the path's beginning, to which it adds a time and an ending
 */
public record ValueRequest(String backend, ByteBuffer onnx, SessionSettings settings, Optional<Path> profile) {
    public ValueRequest {
        onnx = onnx.asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer onnx() {
        return onnx.duplicate();
    }
}
