package dev.bascule.workers.job;

import java.nio.file.Path;

/** The blobs of one job, on this machine, each with its hash checked. */
public interface BlobFolder {

    /**
     * Where one of the job's blobs lies. It must not be changed.
     *
     * @throws dev.bascule.fallback.error.BasculeException for one that the job does not name
     */
    Path file(String sha256);

    /** A folder of the job's own, empty at first, deleted after the job. */
    Path scratch();
}
