package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of parts of a model, in a folder that goes with it. Belongs to one thread. */
final class PartFiles implements AutoCloseable {
    private final Path folder;
    private final List<Path> written = new ArrayList<>();

    PartFiles() {
        try {
            folder = Files.createTempDirectory("bascule-split-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ModelArtifact write(ModelProto model) {
        byte[] bytes = model.toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve(sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        written.add(file);
        return new ModelArtifact(sha256, bytes.length, file);
    }

    @Override
    public void close() {
        try {
            for (Path file : written) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // A temporary folder: what is left is the system's to sweep.
        }
    }
}
