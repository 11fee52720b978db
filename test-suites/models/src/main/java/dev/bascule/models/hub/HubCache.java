package dev.bascule.models.hub;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files of the hub on disk: {@code hub/ORG/REPO/snapshots/COMMIT/FILE}, and in {@code refs/REVISION} the commit that a
 * revision was when it was last asked for. Immutable and thread-safe.
 */
record HubCache(CacheFolder cache) {

    private Path repository(HubReference reference) {
        return cache.hub().resolve(reference.repository());
    }

    Path file(HubReference reference, String commit, String file) {
        return repository(reference).resolve("snapshots").resolve(commit).resolve(file);
    }

    void remember(HubReference reference, String commit) {
        AtomicFile.write(ref(reference), stream -> stream.write((commit + "\n").getBytes(StandardCharsets.US_ASCII)));
    }

    /** The commit last seen for a revision; a commit is its own. */
    Optional<String> commit(HubReference reference) {
        try {
            return Files.isRegularFile(ref(reference))
                    ? Optional.of(Files.readString(ref(reference)).strip())
                    : Optional.of(reference.revision()).filter(text -> text.matches("[0-9a-f]{40}"));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private Path ref(HubReference reference) {
        return repository(reference).resolve("refs").resolve(reference.revision());
    }
}
