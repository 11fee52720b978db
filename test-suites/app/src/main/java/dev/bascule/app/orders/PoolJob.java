package dev.bascule.app.orders;

import dev.bascule.workers.job.JobRequest;
import java.nio.file.Path;
import java.util.Map;

/**
 * A job with its files, as a submitter has them. Immutable.
 *
 * @param files by SHA-256
 * @param references the submitter's own words for them, by SHA-256
 * @param what it is, in a few words for people
 * @param cells how many it is to come to; an estimate where browsers are not known yet
 */
public record PoolJob(
        JobRequest request, Map<String, Path> files, Map<String, String> references, String what, int cells) {
    public PoolJob {
        files = Map.copyOf(files);
        references = Map.copyOf(references);
    }
}
