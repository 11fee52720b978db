package dev.bascule.fallback.job;

import dev.bascule.fallback.cases.ModelFormat;
import java.nio.file.Path;

/**
 * A model file as a runner gets it, or another file that a job needs.
 *
 * @param sha256 of its content, in lower-case hex
 * @param bytes its size
 * @param file where the host has it
 * @param format which engines can open it
 */
public record ModelArtifact(String sha256, long bytes, Path file, ModelFormat format) {

    /** What every engine but PyTorch takes. */
    public ModelArtifact(String sha256, long bytes, Path file) {
        this(sha256, bytes, file, ModelFormat.ONNX);
    }
}
