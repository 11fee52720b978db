package dev.bascule.execution.reference;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model in a file of its own, which goes when it is closed. */
public record ScratchModel(ModelArtifact artifact) implements AutoCloseable {

    static ScratchModel of(ModelProto model) {
        return of(model.toByteArray());
    }

    /** Of an ONNX model's bytes. */
    public static ScratchModel of(byte[] bytes) {
        try {
            Path file = Files.createTempFile("bascule-", ".onnx");
            Files.write(file, bytes);
            return new ScratchModel(new ModelArtifact(Sha256.of(bytes), bytes.length, file.toAbsolutePath()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(artifact.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
