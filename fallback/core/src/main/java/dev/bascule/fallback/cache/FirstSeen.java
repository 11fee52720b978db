package dev.bascule.fallback.cache;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.FileName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The hashes of what was fetched, a small file for each, written when it came for the first time. What comes later under the
 * same name must be the same: a source that gives no hash of its own cannot swap a file unseen. Immutable.
 */
public record FirstSeen(Path folder) {
    private static final int DISTINCT = 16;

    /**
     * Compares with what is kept, if anything is.
     *
     * @param what names the file for good, version included
     * @throws BasculeException {@link ErrorCode#HASH_MISMATCH} where it was another
     */
    public void check(String what, String sha256) {
        Optional<String> kept = kept(what);
        if (kept.isPresent() && !kept.get().equals(sha256)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s has SHA-256 %s now, and had %s when it was fetched for the first time"
                            .formatted(what, sha256, kept.get()),
                    "do not trust the source, a mirror or a proxy on the way before you know why",
                    "if its publisher replaced it and says so, delete %s and run the same line again"
                            .formatted(file(what)));
        }
    }

    /** Keeps it for the next time, where nothing is kept. */
    public void keep(String what, String sha256) {
        if (kept(what).isEmpty()) {
            String line = "%s  %s%n".formatted(sha256, what);
            AtomicFile.write(file(what), stream -> stream.write(line.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private Optional<String> kept(String what) {
        try {
            return Files.isRegularFile(file(what))
                    ? Optional.of(Files.readString(file(what)).split(" ", 2)[0])
                    : Optional.empty();
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "'%s' cannot be read: %s".formatted(file(what), e),
                    "mend its permissions, or delete it to trust the next %s".formatted(what));
        }
    }

    /** Readable, and no two alike. */
    private Path file(String what) {
        return folder.resolve("%s.%s.sha256"
                .formatted(
                        FileName.of(what),
                        Sha256.of(what.getBytes(StandardCharsets.UTF_8)).substring(0, DISTINCT)));
    }
}
