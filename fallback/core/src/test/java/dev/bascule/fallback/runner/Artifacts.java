package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Files for runners, named by their content. */
public final class Artifacts {
    private Artifacts() {}

    public static ModelArtifact write(Path folder, byte[] content, String suffix) {
        try {
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            Path file = Files.write(folder.resolve(sha256 + "." + suffix), content);
            return new ModelArtifact(sha256, content.length, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
