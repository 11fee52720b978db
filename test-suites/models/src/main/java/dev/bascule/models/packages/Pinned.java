package dev.bascule.models.packages;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** What Bascule fetches out of a published package and knows by its hash. Immutable. */
public interface Pinned {
    /** Its name on the command line. */
    String id();

    /** The package and a file in it, version included. */
    PackageReference reference();

    /** SHA-256 by the name of each file that is used; all lie in one folder with the reference's. */
    Map<String, String> files();

    /** Of those files. */
    long bytes();

    /** As an SPDX identifier. */
    String licence();

    /** Who published it. */
    String by();

    /** How it is fetched. */
    default String remedy() {
        return "bascule models fetch " + id();
    }

    /**
     * Refuses other files than those that are pinned.
     *
     * @throws BasculeException {@link ErrorCode#HASH_MISMATCH}, or {@link ErrorCode#OUTPUT_UNWRITABLE} where one cannot be read
     */
    default void require(PackageFile file) {
        files().forEach((name, sha256) -> require(name, hash(file.path().resolveSibling(name)), sha256));
    }

    /** Whether the files are those that are pinned. */
    default boolean isWhole(PackageFile file) {
        return files().entrySet().stream()
                .allMatch(
                        each -> hash(file.path().resolveSibling(each.getKey())).equals(each.getValue()));
    }

    private void require(String name, String seen, String sha256) {
        if (!seen.equals(sha256)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s of %s has SHA-256 %s, not %s: it is not the file that Bascule was tried with"
                            .formatted(name, reference(), seen, sha256),
                    "delete the package's folder in the cache and fetch it again: " + remedy());
        }
    }

    private static String hash(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "'%s' cannot be read: %s".formatted(file, FileErrorText.why(e)));
        }
    }
}
