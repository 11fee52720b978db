package dev.bascule.models.zoo;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Zoo models and sample assets as files in the cache folder, each written once and moved into place whole, so that
 * several processes may share the folder. Thread-safe.
 */
public final class ZooStore {
    private final Path folder;

    public ZooStore(CacheFolder cache) {
        this.folder = cache.models().resolve("zoo");
    }

    /** The model's file with its hash; generated when it is absent or was cut short. */
    public ModelArtifact model(ZooModel model) {
        return hashed(file(model), model.sizeBytes());
    }

    /** The model's file alone, for who hashes it anyway. */
    public Path file(ZooModel model) {
        // The fingerprint in the name retires the file of an older build.
        Path file = folder.resolve(model.id() + "-" + model.fingerprint() + ".onnx");
        return present(file, model.sizeBytes(), model::writeTo);
    }

    /** The file of a small model that was made of its name. */
    public Path generated(String name, byte[] model) {
        Path file = folder.resolve("made")
                .resolve("%s-%s.onnx".formatted(name, Sha256.of(model).substring(0, 12)));
        return present(file, model.length, stream -> stream.write(model));
    }

    /** A sample asset's file. */
    public ModelArtifact asset(SampleAssets asset) {
        return asset(asset.fileName(), asset.bytes());
    }

    /** The file of a small asset that was made. */
    public ModelArtifact asset(String fileName, byte[] bytes) {
        String name = Sha256.of(bytes).substring(0, 12) + "-" + fileName;
        Path file = folder.resolve("assets").resolve(name);
        return hashed(present(file, bytes.length, stream -> stream.write(bytes)), bytes.length);
    }

    private static Path present(Path file, long size, AtomicFile.Content content) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) != size) {
                AtomicFile.write(file, content);
            }
            return file;
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
    }

    private static ModelArtifact hashed(Path file, long size) {
        try {
            return new ModelArtifact(Sha256.of(file), size, file);
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
    }
}
