package dev.bascule.suites.conformance;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.suites.cache.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes cases into one file for the runners, and deletes it in the end. */
public final class PackFiles implements AutoCloseable {
    private final Path folder;

    public PackFiles() {
        try {
            folder = Files.createTempDirectory("bascule-pack");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the pack of cases cannot be written: " + e.getMessage());
        }
    }

    /** The cases in this order; a case's index in the list is its index in the pack. */
    public ModelArtifact write(List<ConformanceCase> cases) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Pack.write(cases.stream().map(ConformanceCase::packed).toList(), bytes);
            byte[] content = bytes.toByteArray();
            String sha256 = Sha256.of(content);
            Path file = Files.write(folder.resolve(sha256 + ".pack"), content);
            return new ModelArtifact(sha256, content.length, file);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the pack of cases cannot be written: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // A leftover in the system's temporary folder harms nothing.
        }
    }
}
