package dev.bascule.fallback.run;

import java.time.Duration;
import java.util.Optional;

/**
 * How a run came by a model, before any runner fetched it. Immutable.
 *
 * @param reference as the suite or the command line names it
 * @param sha256 of the model's file
 * @param download from asking for the file to having it whole and checked, of it and of its external data; empty where the
 *     network brought nothing
 * @param reason why there is no download; empty where there was one
 */
public record ModelSupply(String reference, String sha256, Optional<Duration> download, Optional<String> reason) {

    public ModelSupply {
        if (download.isPresent() == reason.isPresent()) {
            throw new IllegalArgumentException("a model was downloaded, or there is a reason why not: " + reference);
        }
    }

    public static ModelSupply downloaded(String reference, String sha256, Duration download) {
        return new ModelSupply(reference, sha256, Optional.of(download), Optional.empty());
    }

    public static ModelSupply local(String reference, String sha256, String reason) {
        return new ModelSupply(reference, sha256, Optional.empty(), Optional.of(reason));
    }
}
