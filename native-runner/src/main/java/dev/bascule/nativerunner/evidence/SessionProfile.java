package dev.bascule.nativerunner.evidence;

import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The profile that a session wrote of itself. Stateless. */
public final class SessionProfile {
    private SessionProfile() {}

    /** Reads where each node ran, and deletes the file. */
    public static List<NodePlacement> take(Path file) throws IOException {
        try {
            return Profile.parse(Files.readString(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
